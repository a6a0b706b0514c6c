// The package beside hash-wasm, @noble/hashes and SubtleCrypto in Node, as a table: `node bench.mjs PACKAGE MODULES [FUNCTION…]`, the
// directory of the package, a node_modules with both rivals, and the functions if not all of them.
import { resolve } from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , directory, modules, ...wanted] = process.argv;
const lanesum = await import(pathToFileURL(resolve(directory, "lanesum.js")));
const from = createRequire(pathToFileURL(resolve(modules, "x.js")));
const hashWasm = from("hash-wasm");
const at = (name) => import(pathToFileURL(resolve(modules, "@noble/hashes", name)));
const [sha2, sha3, addons, blake] = await Promise.all(["sha2.js", "sha3.js", "sha3-addons.js", "blake1.js"].map(at));
await lanesum.load();
// Every function of the package: the rivals that have it, and the name that SubtleCrypto has.
const KEY = { key: new Uint8Array(32).fill(7) };
const RIVALS = {
  sha224: { wasm: hashWasm.createSHA224, noble: sha2.sha224 },
  sha256: { wasm: hashWasm.createSHA256, noble: sha2.sha256, subtle: "SHA-256" },
  sha384: { wasm: hashWasm.createSHA384, noble: sha2.sha384, subtle: "SHA-384" },
  sha512: { wasm: hashWasm.createSHA512, noble: sha2.sha512, subtle: "SHA-512" },
  "sha512-224": { noble: sha2.sha512_224 },
  "sha512-256": { noble: sha2.sha512_256 },
  ...Object.fromEntries([224, 256, 384, 512].map((bits) => [`sha3-${bits}`, { wasm: () => hashWasm.createSHA3(bits), noble: sha3[`sha3_${bits}`] }])),
  keccak256: { wasm: () => hashWasm.createKeccak(256), noble: sha3.keccak_256 },
  shake128: { noble: (data) => sha3.shake128(data, { dkLen: 32 }) },
  shake256: { noble: (data) => sha3.shake256(data, { dkLen: 64 }) },
};
for (const bits of [128, 256]) {
  const dkLen = bits / 4;
  for (const name of ["turboshake", "kt", "cshake"]) RIVALS[name + bits] = { noble: (data) => addons[name + bits](data, { dkLen }) };
  for (const xof of ["", "xof"]) {
    const [kmac, tuple, parallel] = ["kmac", "tuplehash", "parallelhash"].map((name) => addons[name + bits + xof]);
    RIVALS[`kmac${xof}${bits}`] = { noble: (data) => kmac(KEY.key, data, { dkLen }), options: KEY };
    RIVALS[`tuplehash${xof}${bits}`] = { noble: (data) => tuple([data], { dkLen }) };
    RIVALS[`parallelhash${xof}${bits}`] = { noble: (data) => parallel(data, { dkLen, blockLen: 8192 }) };
  }
}
for (const bits of [224, 256, 384, 512]) RIVALS[`blake${bits}`] = { noble: blake[`blake${bits}`] };
// The lengths of the table, and those between them, of which the least lead is said.
const SHOWN = [64, 1 << 20];
const BETWEEN = [65, 100, 128, 136, 200, 256, 333, 512, 777, 1024, 2048, 3000, 4096, 8192, 8193, 12000, 16384, 32768, 65536, 65537, 100_000];
const SAMPLES = 15;
const SLOW = 25; // milliseconds: of what takes longer, a third of the samples do
console.log(`Node ${process.version}, ${lanesum.simd ? "simd128" : "scalar"}: 10^6 bytes a second, the best of ${SAMPLES} samples in turn\n`);
const TITLES = ["64 B", "64 B, 16 at once", "64 B, hash-wasm", "@noble/hashes", "1 MiB", "hash-wasm", "@noble/hashes", "SubtleCrypto"];
console.log(`| function | ${TITLES.join(" | ")} |\n| --- |${" ---: |".repeat(TITLES.length)}`);

/** The least time of each: lanesum, 16 messages at once, hash-wasm, @noble/hashes, SubtleCrypto. */
async function measure(name, { noble, subtle, options }, instance, bytes, samples) {
  const data = Uint8Array.from({ length: bytes }, (_, i) => i % 251);
  const many = Array(16).fill(data);
  const who = [
    () => lanesum.digest(name, data, options),
    () => lanesum.digestMany(name, many, options),
    instance && (() => instance.init().update(data).digest("binary")),
    () => noble(data),
    subtle && (() => crypto.subtle.digest(subtle, data)),
  ];
  // Whoever gives another digest computes another function.
  const digests = await Promise.all(who.map(async (body) => body && (await body())));
  digests[1] = digests[1].at(-1);
  for (const digest of digests) {
    if (digest && lanesum.toHex(new Uint8Array(digest)) !== lanesum.toHex(digests[0])) throw new Error(`${name} of ${bytes} bytes: the digests differ`);
  }
  const best = who.map(() => Infinity);
  const slow = who.map(() => false);
  const rounds = Math.max(1, Math.ceil(150_000 / (bytes + 200)));
  for (let sample = 0; sample < samples; sample++) {
    for (const [i, body] of who.entries()) {
      if (!body || (slow[i] && sample % 3)) continue;
      const start = performance.now();
      for (let k = 0; k < rounds; k++) i === 4 ? await body() : body();
      const time = performance.now() - start;
      slow[i] = time > SLOW;
      best[i] = Math.min(best[i], (time * 1e6) / rounds / (i === 1 ? 16 : 1));
    }
  }
  return best;
}

const leads = [];
for (const { name } of lanesum.algorithms) {
  if (wanted.length && !wanted.includes(name)) continue;
  const instance = await RIVALS[name].wasm?.();
  const least = [2, 3].map((rival) => ({ rival, lead: Infinity }));
  const shown = [];
  for (const bytes of [...SHOWN, ...BETWEEN]) {
    const best = await measure(name, RIVALS[name], instance, bytes, SAMPLES);
    for (const of of least) if (best[of.rival] / best[0] < of.lead) Object.assign(of, { lead: best[of.rival] / best[0], bytes });
    const speeds = best.map((ns) => (ns === Infinity ? "–" : ((bytes * 1000) / ns).toPrecision(3)));
    if (SHOWN.includes(bytes)) shown.push(...speeds.filter((_, who) => who !== (bytes === 64 ? 4 : 1)));
  }
  console.log(`| \`${name}\` | ${shown.join(" | ")} |`);
  leads.push(`| ${name} | ${least.map(({ lead, bytes }) => (bytes ? `${lead.toFixed(2)} (${bytes})` : "–")).join(" | ")} |`);
}
console.log(`\nHow many times as long a rival takes where that is least, at ${SHOWN.length + BETWEEN.length} lengths from 64 bytes to 1 MiB, and at which\n`);
console.log(`| function | hash-wasm | @noble/hashes |\n| --- | ---: | ---: |\n${leads.join("\n")}`);
