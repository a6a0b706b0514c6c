/** What can be hashed: a string is hashed as UTF-8. */
export type Data = string | ArrayBuffer | ArrayBufferView;

export type AlgorithmName =
  | "sha3-224" | "sha3-256" | "sha3-384" | "sha3-512" | "shake128" | "shake256" | "keccak256"
  | "turboshake128" | "turboshake256" | "kt128" | "kt256" | "cshake128" | "cshake256"
  | "kmac128" | "kmac256" | "kmacxof128" | "kmacxof256"
  | "tuplehash128" | "tuplehash256" | "tuplehashxof128" | "tuplehashxof256"
  | "parallelhash128" | "parallelhash256" | "parallelhashxof128" | "parallelhashxof256"
  | "sha224" | "sha256" | "sha384" | "sha512" | "sha512-224" | "sha512-256"
  | "blake224" | "blake256" | "blake384" | "blake512";

/** What a function is given beside the message. One that it does not take is a RangeError. */
export interface Options {
  /** Bytes of output, of a function of any length. KMAC, TupleHash and ParallelHash bind the number into the output. */
  bytes?: number;
  /** KMAC: the key, which has to be there. */
  key?: Data;
  /** KT, cSHAKE, KMAC, TupleHash, ParallelHash: the customization string. */
  customization?: Data;
  /** cSHAKE: the function name, which is for NIST to give. */
  functionName?: Data;
  /** BLAKE: 16 bytes for BLAKE-224 and BLAKE-256, 32 for BLAKE-384 and BLAKE-512. */
  salt?: Data;
  /** TurboSHAKE: the domain separation byte, 0x01 to 0x7f; 0x1f if not given. */
  domain?: number;
  /** ParallelHash: bytes of a block; 8192 if not given. */
  blockBytes?: number;
}

export interface StreamOptions extends Options {
  /** Called after each piece; `total` is that of a Blob or File. */
  onProgress?: (done: number, total: number | undefined) => void;
  /** Stops the work: the promise is rejected with its reason. */
  signal?: AbortSignal;
}

export interface ParallelOptions extends StreamOptions {
  /** How many workers, at most; as many as the machine has processors, up to 16, if not given. */
  workers?: number;
}

export interface Algorithm {
  readonly name: AlgorithmName;
  readonly digestBytes: number;
  readonly blockBytes: number;
  /** What is loaded together. */
  readonly family: "keccak" | "sha2" | "blake";
  /** Whether the output can be read in pieces. */
  readonly isXof: boolean;
  /** Whether the output may have any length. */
  readonly anyLength: boolean;
  /** The options that it takes. */
  readonly takes: readonly string[];
}

/** All functions. */
export const algorithms: readonly Algorithm[];

/** Whether the engine has 128-bit vectors. */
export const simd: boolean;

/** Loads what these functions need; all of them, if none is named. */
export function load(...names: AlgorithmName[]): Promise<void>;

/** For tests and figures: takes the modules with or without vectors, whatever the engine has. Existing hashers can no longer be used. */
export function loadRegisters(registers: "simd128" | "scalar", ...names: AlgorithmName[]): Promise<void>;

/** The digest of one message. The function has to be loaded. */
export function digest(name: AlgorithmName, data: Data, options?: Options): Uint8Array;

/** The digests of many messages, several at a time, in their order. The function has to be loaded. */
export function digestMany(name: AlgorithmName, messages: Iterable<Data>, options?: Options): Uint8Array[];

/** An unfinished message. The function must be loaded. */
export class Hasher {
  constructor(name: AlgorithmName, options?: Options);
  readonly name: AlgorithmName;
  /** Appends to the message; to a tuple, as a string. */
  update(data: Data): this;
  /** Ends the message. */
  digest(): Uint8Array;
  /** The next bytes of the output, of an XOF. The first call ends the message. */
  read(bytes: number): Uint8Array;
  /** Ends the message, and says whether this is its digest or tag, of 4 bytes at least; in a time that does not depend on where they differ. */
  verify(tag: Data): boolean;
  /** Another one with the same message so far. */
  clone(): Hasher;
  /** Releases the memory of a message that will not be ended; it would be released some time after nobody holds it, too. */
  free(): void;
}

/** The digest of a file or stream, read in pieces. Loads what it needs. */
export function digestStream(
  name: AlgorithmName,
  source: Blob | Response | ReadableStream<Uint8Array> | AsyncIterable<Data> | Iterable<Data>,
  options?: StreamOptions,
): Promise<Uint8Array>;

/** KT128 or KT256 of a large file, divided among workers. Loads what it needs. */
export function digestParallel(name: "kt128" | "kt256", blob: Blob, options?: ParallelOptions): Promise<Uint8Array>;

/** Lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string;
