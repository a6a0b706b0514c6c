// SHA-3, SHAKE, KT128, SHA-2, BLAKE and the functions built on them, in WebAssembly. See lanesum.d.ts and docs/wasm.md.
export { Hasher, algorithms, digest, digestMany, digestStream, load, loadRegisters, simd, toHex } from "./core.js";
export { digestParallel } from "./parallel.js";
