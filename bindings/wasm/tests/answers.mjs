// Answers from elsewhere, for every function: run by node.mjs and in browsers by page.html. `message(n)` is the bytes 0, 1, … 250, 0, ….
// The published ones are of "abc", of SP 800-185's samples and of RFC 9861; the lists for lengths come from the native library, which
// has them from crates/reference (`tests/make`).
export const message = (bytes) => Uint8Array.from({ length: bytes }, (_, i) => i % 251);
const range = (from, to) => Uint8Array.from({ length: to - from }, (_, i) => from + i);
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));

// FIPS 180-4 and FIPS 202 examples of NIST, for "abc"; Keccak-256 as Ethereum has it.
export const ABC = {
  sha224: "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
  sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  sha384: "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
  sha512: "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
  "sha512-224": "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa",
  "sha512-256": "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
  "sha3-224": "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf",
  "sha3-256": "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
  "sha3-384": "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25",
  "sha3-512": "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
  keccak256: "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
};

// SP 800-185 samples of NIST.
const KEY = range(0x40, 0x60);
const TAGGED = "My Tagged Application";
export const SAMPLES = [
  ["cshake128", [range(0, 4)], { customization: "Email Signature" }, "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5"],
  ["kmac128", [range(0, 4)], { key: KEY }, "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e"],
  ["kmac128", [range(0, 4)], { key: KEY, customization: TAGGED }, "3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5"],
  ["kmacxof128", [range(0, 4)], { key: KEY }, "cd83740bbd92ccc8cf032b1481a0f4460e7ca9dd12b08a0c4031178bacd6ec35"],
  ["tuplehash128", [range(0, 3), range(0x10, 0x16)], {}, "c5d8786c1afb9b82111ab34b65b2c0048fa64e6d48e263264ce1707d3ffc8ed1"],
  ["parallelhash128", [bytes("000102030405060710111213141516172021222324252627")], { blockBytes: 8 }, "ba8dc1d1d979331d3f813603c67f72609ab5e44b94a0b8f9af46514454a2b4f5"],
];
// RFC 9861, section 5: TurboSHAKE and KT of the empty message, and KT128 of 17 bytes.
export const RFC_9861 = [
  ["turboshake128", [], { bytes: 32 }, "1e415f1c5983aff2169217277d17bb538cd945a397ddec541f1ce41af2c1b74c"],
  ["kt128", [], { bytes: 32 }, "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5"],
  ["kt128", [range(0, 17)], { bytes: 32 }, "6bf75fa2239198db4772e36478f8e19b0f371205f6a9a93a273f51df37122888"],
];

// Everything, with an engine that is there; `native` is the list of tests/make. Throws at the first wrong answer; says how many were right.
export async function check(lanesum, native, { workers = true } = {}) {
  let count = 0;
  const is = (got, expected, what) => {
    const text = typeof got === "string" ? got : lanesum.toHex(got);
    if (text !== expected) throw new Error(`${what}: ${text} instead of ${expected}`);
    count++;
  };
  const fails = (body, what) => {
    try {
      body();
    } catch {
      count++;
      return;
    }
    throw new Error(`${what} should have failed`);
  };
  fails(() => new lanesum.Hasher("md5"), "a function that is not there");
  for (const [name, expected] of Object.entries(ABC)) is(lanesum.digest(name, "abc"), expected, `${name} of abc`);
  for (const [name, strings, options, expected] of [...SAMPLES, ...RFC_9861]) {
    const hasher = new lanesum.Hasher(name, options);
    for (const string of strings) hasher.update(string);
    is(hasher.digest(), expected, `${name}, a published sample`);
  }
  const seen = new Set();
  for (const [name, length, expected] of native) {
    seen.add(name);
    const of = lanesum.algorithms.find((algorithm) => algorithm.name === name);
    const options = name.startsWith("kmac") ? { key: message(32) } : {};
    const data = message(length);
    const what = `${name} of ${length} bytes`;
    is(lanesum.digest(name, data, Object.keys(options).length ? options : undefined), expected, what);
    const twins = lanesum.digestMany(name, [data, "", data, data, data.subarray(1)], options);
    [0, 2, 3].forEach((i) => is(twins[i], expected, `${what}, one of five`));
    is(twins[1], lanesum.toHex(lanesum.digest(name, "", options)), `${name}, empty, one of five`);
    const hasher = new lanesum.Hasher(name, options);
    if (!name.startsWith("tuplehash")) {
      const saved = hasher.update(data.subarray(0, 1)).update(data.subarray(1, 2)).save();
      is(lanesum.Hasher.restore(name, saved).update(data.subarray(2)).digest(), expected, `${what}, saved and restored`);
      fails(() => lanesum.Hasher.restore(name === "sha256" ? "sha224" : "sha256", saved), `${name}: a state of another function`);
      saved[saved.length >> 1] ^= 1;
      fails(() => lanesum.Hasher.restore(name, saved), `${name}: a damaged state`);
      const copy = hasher.update(data.subarray(2)).clone();
      is(copy.digest(), expected, `${what}, in pieces, a copy`);
      is(await lanesum.digestStream(name, new Blob([data]), options), expected, `${what}, a Blob`);
    } else {
      hasher.update(data);
    }
    if (of.isXof) {
      is(lanesum.toHex(hasher.read(3)) + lanesum.toHex(hasher.read(of.digestBytes - 3)), expected, `${what}, read in pieces`);
      fails(() => hasher.update("more"), `${name}: more after the output`);
      hasher.free();
    } else {
      is(hasher.digest(), expected, `${what}, in pieces`);
      fails(() => hasher.update("more"), `${name}: more after the digest`);
      fails(() => new lanesum.Hasher(name, options).read(1), `${name}: output in pieces`);
    }
    fails(() => new lanesum.Hasher(name, { ...options, domain: 300 }), `${name} with a domain of 300`);
    if (!of.anyLength && !of.takes.includes("bytes")) fails(() => new lanesum.Hasher(name, { ...options, bytes: 1 }), `${name} of one byte`);
  }
  for (const { name } of lanesum.algorithms) if (!seen.has(name)) throw new Error(`${name} was not tested`);
  const tag = lanesum.digest("kmac256", "x", { key: "k" });
  const verify = (key) => String(new lanesum.Hasher("kmac256", { key }).update("x").verify(tag));
  is(verify("k"), "true", "the tag");
  is(verify("j"), "false", "another key's tag");
  is(lanesum.digest("blake256", "", { salt: new Uint8Array(16) }), lanesum.toHex(lanesum.digest("blake256", "")), "a salt of zeroes");
  fails(() => lanesum.digest("blake256", "", { salt: "short" }), "a short salt");
  // As Python's hashlib has it.
  const blake2b160 = "384264f676f39536840523f284921cdc68b6846b";
  is(lanesum.digest("blake2b", "abc", { bytes: 20 }), blake2b160, "BLAKE2b of 20 bytes");
  is(lanesum.digestMany("blake2b", ["", "abc"], { bytes: 20 })[1], blake2b160, "BLAKE2b of 20 bytes, one of two");
  is(new lanesum.Hasher("blake2b", { bytes: 20 }).update("ab").clone().update("c").digest(), blake2b160, "BLAKE2b of 20 bytes, a copy");
  const blake2b = new lanesum.Hasher("blake2b", { bytes: 20 }).update("ab").save();
  is(lanesum.Hasher.restore("blake2b", blake2b, { bytes: 20 }).update("c").digest(), blake2b160, "BLAKE2b of 20 bytes, saved");
  fails(() => lanesum.Hasher.restore("blake2b", blake2b).digest(), "BLAKE2b of 20 bytes, restored as of 64");
  fails(() => lanesum.digest("blake2s", "", { bytes: 33 }), "BLAKE2s of 33 bytes");
  const inputs = { key: "sixteen bytes...", salt: "salt", customization: "person" };
  is(lanesum.digest("blake2s", "abc", inputs), "d7ef155a529f62c24353bb8aa7a5a24ee267b73567b4278f997ebb8d5f9f93e2", "BLAKE2s with all inputs");
  // The official answers.
  const key = "whats the Elvish word for friend";
  is(lanesum.digest("blake3", "", { key }), "92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26", "BLAKE3 with a key");
  const customization = "BLAKE3 2019-12-27 16:29:52 test vectors context";
  is(lanesum.digest("blake3", "", { customization }), "2cc39783c223154fea8dfb7c1b1660f2ac2dcbd1c1de8277b0b0dd39b7e50d7d", "BLAKE3, a derived key");
  fails(() => lanesum.digest("blake3", "", { key: "short" }), "BLAKE3 with a short key");
  // Progress, and stopping.
  const large = new Blob([message(20_000_000)]);
  const serial = lanesum.toHex(lanesum.digest("kt128", message(20_000_000), { customization: "c" }));
  let last = 0;
  is(await lanesum.digestStream("kt128", large, { customization: "c", onProgress: (done) => (last = done) }), serial, "kt128 of a stream");
  is(String(last), "20000000", "the last progress");
  if (workers) {
    for (const name of ["kt128", "kt256"]) {
      const expected = lanesum.toHex(lanesum.digest(name, message(20_000_000), { customization: "c", bytes: 100 }));
      last = 0;
      const options = { workers: 3, customization: "c", bytes: 100, onProgress: (done) => (last = done) };
      is(await lanesum.digestParallel(name, large, options), expected, `${name} by three workers`);
      is(String(last), "20000000", "the last progress of workers");
    }
  }
  const stopped = await lanesum.digestStream("sha256", large, { signal: AbortSignal.abort() }).catch((error) => error.name);
  is(String(stopped), "AbortError", "a signal");
  return count;
}
