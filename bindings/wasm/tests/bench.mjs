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
// Every function of the package that hash-wasm or @noble/hashes has, those of SP 800-185 excepted: both rivals, and the name that SubtleCrypto has.
const RIVALS = {
  sha224: [hashWasm.createSHA224, sha2.sha224],
  sha256: [hashWasm.createSHA256, sha2.sha256, "SHA-256"],
  sha384: [hashWasm.createSHA384, sha2.sha384, "SHA-384"],
  sha512: [hashWasm.createSHA512, sha2.sha512, "SHA-512"],
  "sha512-256": [undefined, sha2.sha512_256],
  "sha3-224": [() => hashWasm.createSHA3(224), sha3.sha3_224],
  "sha3-256": [() => hashWasm.createSHA3(256), sha3.sha3_256],
  "sha3-384": [() => hashWasm.createSHA3(384), sha3.sha3_384],
  "sha3-512": [() => hashWasm.createSHA3(512), sha3.sha3_512],
  keccak256: [() => hashWasm.createKeccak(256), sha3.keccak_256],
  shake128: [undefined, (data) => sha3.shake128(data, { dkLen: 32 })],
  shake256: [undefined, (data) => sha3.shake256(data, { dkLen: 64 })],
  turboshake128: [undefined, (data) => addons.turboshake128(data, { dkLen: 32 })],
  kt128: [undefined, (data) => addons.kt128(data, { dkLen: 32 })],
  blake256: [undefined, blake.blake256],
  blake512: [undefined, blake.blake512],
};
const SAMPLES = 15;
const SLOW = 25; // milliseconds: of what takes longer, a third of the samples do
console.log(`Node ${process.version}, ${lanesum.simd ? "simd128" : "scalar"}: nanoseconds a message, the least of ${SAMPLES} samples in turn\n`);
console.log("| function | bytes | lanesum | lanesum, 16 at once | hash-wasm | @noble/hashes | SubtleCrypto |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const [name, [create, noble, subtle]] of Object.entries(RIVALS)) {
  if (wanted.length && !wanted.includes(name)) continue;
  const instance = await create?.();
  for (const bytes of [64, 1024, 16384, 1 << 20]) {
    const data = Uint8Array.from({ length: bytes }, (_, i) => i % 251);
    const many = Array(16).fill(data);
    const who = [
      () => lanesum.digest(name, data),
      () => lanesum.digestMany(name, many),
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
    for (let sample = 0; sample < SAMPLES; sample++) {
      for (const [i, body] of who.entries()) {
        if (!body || (slow[i] && sample % 3)) continue;
        const start = performance.now();
        for (let k = 0; k < rounds; k++) i === 4 ? await body() : body();
        const time = performance.now() - start;
        slow[i] = time > SLOW;
        best[i] = Math.min(best[i], (time * 1e6) / rounds / (i === 1 ? 16 : 1));
      }
    }
    console.log(`| ${name} | ${bytes} | ${best.map((ns) => (ns === Infinity ? "–" : Math.round(ns))).join(" | ")} |`);
  }
}
