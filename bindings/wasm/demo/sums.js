// The functions of the page, lines of a list as the command `lanesum sum` writes them, and what lists and download pages have.

// All but those of SP 800-185, in groups: the package's name and the command's tag.
// functions: begin
export const GROUPS = {
  "SHA-2": {
    "sha224": "SHA224",
    "sha256": "SHA256",
    "sha384": "SHA384",
    "sha512": "SHA512",
    "sha512-224": "SHA512-224",
    "sha512-256": "SHA512-256",
  },
  "SHA-3": {
    "sha3-224": "SHA3-224",
    "sha3-256": "SHA3-256",
    "sha3-384": "SHA3-384",
    "sha3-512": "SHA3-512",
    "shake128": "SHAKE128-256",
    "shake256": "SHAKE256-512",
  },
  "Other Keccak": {
    "keccak256": "Keccak-256",
    "turboshake128": "TurboSHAKE128-256",
    "turboshake256": "TurboSHAKE256-512",
    "kt128": "KT128",
    "kt256": "KT256",
  },
  "BLAKE": {
    "blake224": "BLAKE-224",
    "blake256": "BLAKE-256",
    "blake384": "BLAKE-384",
    "blake512": "BLAKE-512",
  },
  "BLAKE2 and BLAKE3": {
    "blake2b": "BLAKE2b",
    "blake2s": "BLAKE2s",
    "blake3": "BLAKE3",
    "blake2bp": "BLAKE2bp",
    "blake2sp": "BLAKE2sp",
  },
};
// functions: end
export const TAGS = Object.assign({}, ...Object.values(GROUPS));

const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r" };

/** The line of a file: `KT128 (name) = digest`. A backslash in front says that the name has escapes. */
export function line(name, path, digest) {
  // "-" alone would be standard input.
  const file = path === "-" ? "./-" : path;
  const escaped = file.replace(/[\\\n\r]/g, (character) => ESCAPES[character]);
  return `${escaped === file ? "" : "\\"}${TAGS[name]} (${escaped}) = ${digest}\n`;
}

const NAMES = new Map(Object.entries(TAGS).flatMap(([name, tag]) => [[tag.toLowerCase(), name], [name, name], [name.replace("-", ""), name]]));
const BY_LENGTH = { 56: "sha224", 64: "sha256", 96: "sha384", 128: "sha512" };

/** A digest as pages publish it, `HEX`, `sha256:HEX` or `sha256-BASE64`: { digest, name }, the name if it is stated; or undefined. */
export function readDigest(text) {
  const [, word, rest] = /^(?:([a-z][\w-]*?)[:=-])?\s*([\w+/=]+)$/i.exec(text.trim()) ?? [];
  const name = word && NAMES.get(word.toLowerCase());
  if (!rest || (word && !name)) return undefined;
  if (/^(?:[0-9a-f]{2}){16,}$/i.test(rest)) return { digest: rest.toLowerCase(), name };
  try {
    const digest = Array.from(atob(rest), (character) => character.charCodeAt(0).toString(16).padStart(2, "0")).join("");
    return name && digest.length >= 56 ? { digest, name } : undefined;
  } catch {
    return undefined;
  }
}

/** The function of a digest that does not state it: the one that is chosen, if its digests are as long, or that of SHA-2. */
export const guess = (digest, chosen, length) => (digest.length === length ? chosen : BY_LENGTH[digest.length]);

/** Could a file of this name be a list of digests? */
export const isList = (path) => /(?:sums?|\.sha\d+|\.b[23]|checksums?)(?:\.txt)?$/i.test(path);

/** The function of a digest that does not state it, in a list of this name: B2SUMS has those of b2sum. */
export const guessIn = (path, digest) => {
  const list = path.replace(/.*\//, "");
  const named = /b(?:lake)?3/i.test(list) ? "blake3" : /b(?:lake)?2/i.test(list) ? (digest.length === 128 ? "blake2b" : "blake2s") : undefined;
  return named && digest.length === (named === "blake2b" ? 128 : 64) ? named : guess(digest);
};

/** The entries of a list: { path, digest, name }, the name if the line states it. */
export function readList(text) {
  return text.split(/\r?\n/).flatMap((line) => {
    const escaped = line.startsWith("\\");
    const [, tag, tagged, hex] = /^\\?([\w-]+) \((.*)\) = ([0-9a-f]+)$/i.exec(line) ?? [];
    const [, digest = hex, name = tagged] = /^\\?([0-9a-f]{32,}) [ *](.+)$/i.exec(line) ?? [];
    if (!digest || (tag && !NAMES.has(tag.toLowerCase()))) return [];
    const path = escaped ? name.replace(/\\([\\nr])/g, (_, letter) => ({ n: "\n", r: "\r" })[letter] ?? "\\") : name;
    return [{ path: path.replace(/^\.\//, ""), digest: digest.toLowerCase(), name: tag && NAMES.get(tag.toLowerCase()) }];
  });
}
