// All of the package but digestParallel, which shares the functions without a comment of two stars with it.

// The functions of each family by their numbers: name, bytes of the digest, bytes of a block, what it takes, whether its output has
// any length (`+`). The tests hold it to the modules.
// functions: begin
const FAMILIES = {
  keccak: `
    sha3-224 28 144,
    sha3-256 32 136,
    sha3-384 48 104,
    sha3-512 64 72,
    shake128+ 32 168,
    shake256+ 64 136,
    keccak256 32 136,
    turboshake128+ 32 168 domain,
    turboshake256+ 64 136 domain,
    kt128+ 32 168 customization,
    kt256+ 64 136 customization,
    cshake128+ 32 168 functionName customization,
    cshake256+ 64 136 functionName customization,
    kmac128+ 32 168 key customization,
    kmac256+ 64 136 key customization,
    kmacxof128+ 32 168 key customization,
    kmacxof256+ 64 136 key customization,
    tuplehash128+ 32 168 customization,
    tuplehash256+ 64 136 customization,
    tuplehashxof128+ 32 168 customization,
    tuplehashxof256+ 64 136 customization,
    parallelhash128+ 32 168 blockBytes customization,
    parallelhash256+ 64 136 blockBytes customization,
    parallelhashxof128+ 32 168 blockBytes customization,
    parallelhashxof256+ 64 136 blockBytes customization`,
  sha2: `
    sha224 28 64,
    sha256 32 64,
    sha384 48 128,
    sha512 64 128,
    sha512-224 28 128,
    sha512-256 32 128`,
  blake: `
    blake224 28 64 salt,
    blake256 32 64 salt,
    blake384 48 128 salt,
    blake512 64 128 salt,
    blake2b 64 128 key salt bytes customization,
    blake2s 32 64 key salt bytes customization,
    blake3+ 32 64 key customization,
    blake2bp 64 128 key salt bytes customization,
    blake2sp 32 64 key salt bytes customization`,
};
// functions: end
// Where the modules lie, each spelled out, so that bundlers see them, too.
const URLS = {
  "keccak.scalar": new URL("./keccak.scalar.wasm", import.meta.url),
  "keccak.simd128": new URL("./keccak.simd128.wasm", import.meta.url),
  "sha2.scalar": new URL("./sha2.scalar.wasm", import.meta.url),
  "sha2.simd128": new URL("./sha2.simd128.wasm", import.meta.url),
  "blake.scalar": new URL("./blake.scalar.wasm", import.meta.url),
  "blake.simd128": new URL("./blake.simd128.wasm", import.meta.url),
};
// So much goes through a module's memory at a time; a longer message in pieces.
const PIECE = 1 << 16;
// A batch has so many messages or bytes at least, if there are as many, and never more bytes.
const BATCH_MESSAGES = 256;
const BATCH_BYTES = 1 << 20;
const LONG = 1 << 24;

const functions = new Map();
for (const [family, list] of Object.entries(FAMILIES)) {
  list.split(",").forEach((entry, number) => {
    const [name, digestBytes, blockBytes, ...takes] = entry.trim().split(" ");
    const isXof = name.endsWith("+");
    const of = { name: name.replace("+", ""), family, number, digestBytes: +digestBytes, blockBytes: +blockBytes, takes };
    // Of these, the length is bound into the output, so that it cannot be read in pieces.
    of.bound = /^(kmac|tuplehash|parallelhash)\d/.test(of.name);
    functions.set(of.name, { ...of, anyLength: isXof, isXof: isXof && !of.bound });
  });
}

/** All functions. */
export const algorithms = Object.freeze([...functions.values()].map(({ name, digestBytes, blockBytes, family, isXof, anyLength, takes }) =>
  Object.freeze({ name, digestBytes, blockBytes, family, isXof, anyLength, takes: Object.freeze(takes) })));

// (module (func (result v128) i32.const 0 i8x16.splat i8x16.popcnt))
const PROBE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
/** Whether the engine has 128-bit vectors. */
export const simd = WebAssembly.validate(new Uint8Array(PROBE));

const loading = new Map();
const loaded = new Map();
const EMPTY = new Uint8Array(0);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function find(name) {
  const found = functions.get(name);
  if (!found) throw new RangeError(`lanesum has no function ${JSON.stringify(name)}; take a name from algorithms, such as sha3-256`);
  return found;
}

async function compile(url) {
  // Node's fetch does not read files. Its modules are asked for without an import, which bundlers for browsers could not resolve.
  const files = url.protocol === "file:" ? globalThis.process?.getBuiltinModule?.("node:fs/promises") : undefined;
  if (files) return WebAssembly.instantiate(await files.readFile(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`lanesum could not load ${url}: ${response.status} ${response.statusText}; serve every file of the package beside lanesum.js`);
  // Not every server says that a file is WebAssembly, which compileStreaming insists on.
  return WebAssembly.instantiate(await response.arrayBuffer());
}

/** Loads what these functions need; all of them, if none is named. */
export async function load(...names) {
  await loadWith(simd ? "simd128" : "scalar", names);
}

async function loadWith(registers, names) {
  const families = names.length ? names.map((name) => find(name).family) : Object.keys(FAMILIES);
  await Promise.all(families.map((family) => {
    if (!loading.has(family)) {
      const promise = compile(URLS[`${family}.${registers}`]).then(({ instance }) => loaded.set(family, new Module(instance.exports)));
      loading.set(family, promise);
      // A failed load may be tried again.
      promise.catch(() => loading.delete(family));
    }
    return loading.get(family);
  }));
}

/** For tests and figures: the modules of `registers`, "simd128" or "scalar", in place of those that fit the engine. */
export async function loadRegisters(registers, ...names) {
  loading.clear();
  loaded.clear();
  await loadWith(registers, names);
}

class Module {
  constructor(exports) {
    this.wasm = exports;
    this.reserve(PIECE);
  }

  reserve(bytes) {
    const place = this.wasm.reserve(bytes);
    if (!place) throw new RangeError(`lanesum has no memory for ${bytes} bytes; give it less, or ask for less, at once`);
    // The buffer of a memory that has grown is another one.
    this.place = place;
    this.bytes = new Uint8Array(this.wasm.memory.buffer);
    this.room = Math.max(bytes, this.room ?? 0);
  }

  // The module's memory, which is another one after it has grown, as a call may make it do.
  get memory() {
    if (this.bytes.length === 0) this.reserve(PIECE);
    return this.bytes;
  }

  put(data, at = 0) {
    this.memory.set(data, this.place + at);
  }

  // What a call has put there, as a copy.
  take(bytes) {
    if (bytes > PIECE) this.reserve(bytes);
    const memory = this.memory;
    return memory.slice(this.place, this.place + bytes);
  }

  check(result) {
    if (result < 0) {
      this.place = this.wasm.reserve(0);
      throw new RangeError(`lanesum: ${decoder.decode(this.take(-result))}`);
    }
    return result;
  }

  update(state, data) {
    for (let at = 0; at < data.length; at += PIECE) {
      const piece = data.length <= PIECE ? data : data.subarray(at, at + PIECE);
      this.put(piece);
      this.check(this.wasm.update(state, piece.length));
    }
  }
}

export function module(of) {
  const found = loaded.get(of.family);
  if (!found) throw new Error(`lanesum has not loaded ${of.name} yet: await load("${of.name}") first`);
  return found;
}

export function bytesOf(data, what = "the message") {
  if (data instanceof Uint8Array) return data;
  if (typeof data === "string") return encoder.encode(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer || (typeof SharedArrayBuffer === "function" && data instanceof SharedArrayBuffer)) return new Uint8Array(data);
  throw new TypeError(`${what} has to be a string, an ArrayBuffer or a view of one`);
}

const NOT_THE_FUNCTIONS = ["bytes", "onProgress", "signal", "workers"];

/** A number of bytes that WebAssembly's memory may have: a call into it would cut a longer one to 32 bits. */
function checked(bytes) {
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new RangeError(`bytes has to be a whole number, 0 or more, not ${bytes}`);
  if (bytes >= 2 ** 32) throw new RangeError(`lanesum has no memory for ${bytes} bytes; give it less, or ask for less, at once`);
  return bytes;
}

export function lengthOf(of, options) {
  const bytes = checked(options?.bytes ?? of.digestBytes);
  if (of.takes.includes("bytes")) {
    if (bytes < 1 || bytes > of.digestBytes) throw new RangeError(`the digest of ${of.name} has 1 to ${of.digestBytes} bytes, not ${bytes}`);
    return bytes;
  }
  if (bytes !== of.digestBytes && !of.anyLength) throw new RangeError(`the digest of ${of.name} has ${of.digestBytes} bytes, not ${bytes}; leave bytes out, or take a function of any length, such as shake256`);
  return bytes;
}

// Begins a message, and returns the number of its state.
export function begin(of, options) {
  for (const [option, value] of Object.entries(options ?? {})) {
    if (value !== undefined && !of.takes.includes(option) && !NOT_THE_FUNCTIONS.includes(option)) throw new RangeError(`${of.name} takes no ${option}; leave it out (algorithms says what each function takes)`);
  }
  const { key, salt, functionName, customization, domain, blockBytes } = options ?? {};
  if (/^kmac/.test(of.name) && key === undefined) throw new RangeError(`${of.name} needs a key; pass { key }`);
  if (domain !== undefined && !(Number.isInteger(domain) && domain >= 1 && domain <= 0x7f)) throw new RangeError("domain has to be 0x01 to 0x7f");
  if (blockBytes !== undefined && !(Number.isSafeInteger(blockBytes) && blockBytes > 0)) throw new RangeError("blockBytes has to be a whole number above 0");
  const strings = [bytesOf(key ?? EMPTY, "key, salt or functionName"), bytesOf(salt ?? functionName ?? EMPTY, "key, salt or functionName"), bytesOf(customization ?? EMPTY, "customization")];
  // An empty key would be no key for the module.
  if (of.name === "blake3" && key !== undefined && strings[0].length !== 32) throw new RangeError(`the key of blake3 has 32 bytes, not ${strings[0].length}`);
  const to = module(of);
  const all = strings.reduce((sum, string) => sum + string.length, 0);
  if (all > to.room) to.reserve(all);
  let at = 0;
  for (const string of strings) {
    if (string.length) to.put(string, at);
    at += string.length;
  }
  return to.check(to.wasm.begin(of.number, strings[0].length, strings[1].length, all, domain ?? blockBytes ?? (of.takes.includes("bytes") ? lengthOf(of, options) : 0)));
}

const isPlain = (of) => of.number < (of.family === "keccak" ? 11 : Infinity);

/** The digest of one message. Its functions have to be loaded. */
export function digest(name, data, options) {
  const of = find(name);
  const message = bytesOf(data);
  if (options === undefined && message.length <= PIECE && isPlain(of)) {
    const to = module(of);
    to.put(message);
    return to.take(to.check(to.wasm.digest(of.number, message.length, of.digestBytes)));
  }
  const hasher = new Hasher(name, options);
  try {
    return hasher.update(message).digest();
  } finally {
    hasher.free();
  }
}

// States that nobody holds any more are released, if nobody has done it.
const forgotten = typeof FinalizationRegistry === "function" ? new FinalizationRegistry(({ to, state }) => to.wasm.release(state)) : undefined;

/** An unfinished message. */
export class Hasher {
  #of;
  #to;
  #state;
  #bytes;
  #reading = false;

  // `state` is for `clone` and `restore` alone: one that is under way.
  constructor(name, options, state) {
    this.#of = find(name);
    this.#to = module(this.#of);
    this.#bytes = lengthOf(this.#of, options);
    this.#state = state ?? begin(this.#of, options);
    forgotten?.register(this, { to: this.#to, state: this.#state }, this);
  }

  #disown() {
    const state = this.#state;
    if (state === undefined) throw new Error("the message has ended; begin a new one");
    forgotten?.unregister(this);
    this.#state = undefined;
    return state;
  }

  get name() {
    return this.#of.name;
  }

  /** Appends to the message; to a tuple, as a string. */
  update(data) {
    if (this.#state === undefined || this.#reading) throw new Error("the message has ended; begin a new one");
    const bytes = bytesOf(data);
    if (this.#of.name.startsWith("tuplehash")) {
      // One string is one call, whatever its length.
      if (bytes.length > this.#to.room) this.#to.reserve(bytes.length);
      this.#to.put(bytes);
      this.#to.check(this.#to.wasm.update(this.#state, bytes.length));
    } else {
      this.#to.update(this.#state, bytes);
    }
    return this;
  }

  /** Ends the message. */
  digest() {
    if (this.#reading) throw new Error("the output is being read already; continue with read()");
    return this.#to.take(this.#to.check(this.#to.wasm.finish(this.#disown(), this.#bytes)));
  }

  /** The next bytes of the output of a function of any length. The first call ends the message. */
  read(bytes) {
    if (!this.#of.isXof) throw new Error(`the output of ${this.#of.name} cannot be read in pieces; take digest()`);
    if (this.#state === undefined) throw new Error("the message has ended; begin a new one");
    checked(bytes);
    this.#reading = true;
    return this.#to.take(this.#to.check(this.#to.wasm.read(this.#state, bytes)));
  }

  /** Whether the digest, of as many bytes, is this one; in a time that does not depend on where they differ. */
  verify(tag) {
    const expected = bytesOf(tag, "the tag");
    if (this.#of.anyLength) this.#bytes = expected.length;
    const got = this.digest();
    let differs = got.length ^ expected.length;
    for (let i = 0; i < got.length; i++) differs |= got[i] ^ expected[i];
    return differs === 0 && got.length >= 4;
  }

  /** Another one with the same message so far. */
  clone() {
    if (this.#state === undefined || this.#reading) throw new Error("the message has ended; begin a new one");
    return new Hasher(this.#of.name, { bytes: this.#bytes }, this.#to.check(this.#to.wasm.copy(this.#state)));
  }

  /** The message so far as bytes, from which `restore` goes on. */
  save() {
    if (this.#state === undefined || this.#reading) throw new Error("the message has ended; begin a new one");
    return this.#to.take(this.#to.check(this.#to.wasm.save(this.#state)));
  }

  /** Goes on with a message that was saved. Of the options, `bytes` alone counts. */
  static restore(name, saved, options) {
    const of = find(name);
    const to = module(of);
    const bytes = bytesOf(saved, "the saved state");
    lengthOf(of, options);
    if (bytes.length > to.room) to.reserve(bytes.length);
    to.put(bytes);
    return new Hasher(name, { bytes: options?.bytes }, to.check(to.wasm.restore(of.number, bytes.length)));
  }

  /** Releases the memory of a message that will not be ended. */
  free() {
    if (this.#state !== undefined) this.#to.wasm.release(this.#disown());
  }
}

/** The digests of many messages, several at a time. */
export function digestMany(name, messages, options) {
  const of = find(name);
  const to = module(of);
  const digestBytes = lengthOf(of, options);
  // What each message begins with. It ends with this call, so that no Hasher has to look after it.
  const state = begin(of, options);
  const out = [];
  let group = [];
  let bytes = 0;
  const flush = () => {
    if (group.length) many(to, state, digestBytes, group, bytes, out);
    group = [];
    bytes = 0;
  };
  try {
    for (const data of messages) {
      const message = bytesOf(data);
      if (message.length > LONG) {
        flush();
        out.push(digest(name, message, options));
        continue;
      }
      group.push(message);
      bytes += message.length;
      if ((group.length >= BATCH_MESSAGES && bytes >= BATCH_BYTES) || bytes >= LONG || group.length >= PIECE) flush();
    }
    flush();
    return out;
  } finally {
    to.wasm.release(state);
  }
}

function many(to, state, digestBytes, group, bytes, out) {
  const ends = new Uint32Array(group.length);
  const head = ends.byteLength;
  if (head + bytes > to.room) to.reserve(head + bytes);
  let end = 0;
  group.forEach((message, i) => {
    to.put(message, head + end);
    ends[i] = end += message.length;
  });
  to.put(new Uint8Array(ends.buffer));
  const all = to.take(to.check(to.wasm.many(state, group.length, end, digestBytes)));
  for (let i = 0; i < group.length; i++) out.push(all.subarray(i * digestBytes, (i + 1) * digestBytes));
}

async function* pieces(source) {
  if (typeof Blob === "function" && source instanceof Blob) source = source.stream();
  if (source?.body) source = source.body;
  if (typeof source?.getReader === "function") {
    const reader = source.getReader();
    try {
      for (let piece; !(piece = await reader.read()).done; ) yield piece.value;
    } finally {
      // Whoever stops early wants no more of it.
      await reader.cancel().catch(() => {});
    }
  } else if (typeof source !== "string" && (source?.[Symbol.asyncIterator] || source?.[Symbol.iterator])) {
    yield* source;
  } else {
    // A string, too, although it is iterable: most likely it is the name of a file.
    throw new TypeError("the source has to be a Blob, a File, a Response, a ReadableStream or an iterable of bytes");
  }
}

/** The digest of a file or stream; `onProgress(bytes, total)` is called after each piece, and `signal` stops it. */
export async function digestStream(name, source, options = {}) {
  await load(name);
  const { onProgress, signal } = options;
  const total = source?.size;
  const hasher = new Hasher(name, options);
  let done = 0;
  try {
    signal?.throwIfAborted();
    for await (const piece of pieces(source)) {
      signal?.throwIfAborted();
      const bytes = bytesOf(piece);
      hasher.update(bytes);
      done += bytes.length;
      onProgress?.(done, total);
    }
    return hasher.digest();
  } finally {
    hasher.free();
  }
}

/** Bytes as lower-case hexadecimal digits. */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
