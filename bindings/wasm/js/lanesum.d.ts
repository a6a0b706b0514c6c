/** Input for hashing. A string is hashed as UTF-8. */
export type Data = string | ArrayBuffer | ArrayBufferView;

/** `Uint8Array<ArrayBuffer>`, which `Blob` and `crypto.subtle` take; before TypeScript 5.7, which has no such type, `Uint8Array`. */
export type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

// functions: begin
export type AlgorithmName =
  | "sha3-224"
  | "sha3-256"
  | "sha3-384"
  | "sha3-512"
  | "shake128"
  | "shake256"
  | "keccak256"
  | "sha224"
  | "sha256"
  | "sha384"
  | "sha512"
  | "sha512-224"
  | "sha512-256"
  | "blake224"
  | "blake256"
  | "blake384"
  | "blake512"
  | "turboshake128"
  | "turboshake256"
  | "kt128"
  | "kt256"
  | "cshake128"
  | "cshake256"
  | "kmac128"
  | "kmac256"
  | "kmacxof128"
  | "kmacxof256"
  | "tuplehash128"
  | "tuplehash256"
  | "tuplehashxof128"
  | "tuplehashxof256"
  | "parallelhash128"
  | "parallelhash256"
  | "parallelhashxof128"
  | "parallelhashxof256"
  | "blake2b"
  | "blake2s"
  | "blake3"
  | "blake2bp"
  | "blake2sp";
// functions: end

/** The options of a function. An option that the function does not take is a RangeError. */
export interface Options {
  /** Bytes of output, for functions of any length. KMAC, TupleHash and ParallelHash bind the number into the output; so does BLAKE2, which has up to 64 (BLAKE2s: 32). */
  bytes?: number;
  /** KMAC: the key, which is required. BLAKE2: a key of up to 64 bytes (BLAKE2s: 32). BLAKE3: a key of 32 bytes. */
  key?: Data;
  /** KT, cSHAKE, KMAC, TupleHash, ParallelHash: the customization string. BLAKE2: the personalisation, up to 16 bytes (BLAKE2s: 8). BLAKE3: the context of derive_key, in place of a key. */
  customization?: Data;
  /** cSHAKE: the function name, which is reserved for NIST. */
  functionName?: Data;
  /** BLAKE: 16 bytes for BLAKE-224 and BLAKE-256, 32 for BLAKE-384 and BLAKE-512. */
  salt?: Data;
  /** TurboSHAKE: the domain separation byte, 0x01 to 0x7f; 0x1f by default. */
  domain?: number;
  /** ParallelHash: bytes of a block; 8192 by default. */
  blockBytes?: number;
}

export interface StreamOptions extends Options {
  /** Called after each piece; `total` is known for a Blob or File. */
  onProgress?: (done: number, total: number | undefined) => void;
  /** Stops the work: the promise is rejected with its reason. */
  signal?: AbortSignal;
}

export interface ParallelOptions extends StreamOptions {
  /** The largest number of workers; by default one per processor, up to 16. */
  workers?: number;
}

export interface Algorithm {
  readonly name: AlgorithmName;
  readonly digestBytes: number;
  readonly blockBytes: number;
  /** The functions of a family are loaded together. */
  readonly family: "keccak" | "sha2" | "blake";
  /** Whether the output can be read in pieces. */
  readonly isXof: boolean;
  /** Whether the output may have any length. */
  readonly anyLength: boolean;
  /** The options that the function takes. */
  readonly takes: readonly string[];
}

/** All functions. */
export const algorithms: readonly Algorithm[];

/** Whether the engine has 128-bit vectors. */
export const simd: boolean;

/** Loads the modules for these functions, or for all functions if none is named. */
export function load(...names: AlgorithmName[]): Promise<void>;

/** For tests and measurements: loads the modules with or without vectors, whatever the engine supports. Existing hashers can no longer be used. */
export function loadRegisters(registers: "simd128" | "scalar", ...names: AlgorithmName[]): Promise<void>;

/** The digest of one message. The function must be loaded. */
export function digest(name: AlgorithmName, data: Data, options?: Options): Bytes;

/** The digests of many messages, several at a time, in order. The function must be loaded. */
export function digestMany(name: AlgorithmName, messages: Iterable<Data>, options?: Options): Bytes[];

/** An unfinished message. The function must be loaded. */
export class Hasher {
  constructor(name: AlgorithmName, options?: Options);
  readonly name: AlgorithmName;
  /** Appends data to the message, or a string to a tuple. */
  update(data: Data): this;
  /** Ends the message. */
  digest(): Bytes;
  /** The next bytes of output of an XOF. The first call ends the message. */
  read(bytes: number): Bytes;
  /** Ends the message, and returns whether this is its digest or tag, which must have at least 4 bytes. The time does not depend on where they differ. */
  verify(tag: Data): boolean;
  /** A copy with the same message so far. */
  clone(): Hasher;
  /** The message so far as bytes, from which restore goes on, also elsewhere and later. With a key, they are as secret as the key. */
  save(): Bytes;
  /** Goes on with a message of this function that save has saved, here or with lanesum in Rust or C. A RangeError for other bytes. Of the options, bytes alone counts. */
  static restore(name: AlgorithmName, saved: Data, options?: Pick<Options, "bytes">): Hasher;
  /** Releases the memory of an unfinished message at once. Otherwise it is released some time after the object becomes unreachable. */
  free(): void;
}

/** The digest of a file or stream, read in pieces. Loads the function itself. A string is a TypeError, since it may be meant as a file's name. */
export function digestStream(
  name: AlgorithmName,
  source: Blob | Response | ReadableStream<Uint8Array> | AsyncIterable<Data> | (Iterable<Data> & object),
  options?: StreamOptions,
): Promise<Bytes>;

/** KT128 or KT256 of a large file, divided among workers. Loads the function itself. */
export function digestParallel(name: "kt128" | "kt256", blob: Blob, options?: ParallelOptions): Promise<Bytes>;

/** Lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string;
