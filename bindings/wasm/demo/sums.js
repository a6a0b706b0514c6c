// The functions of the page, and the lines of a list as the command `lanesum sum` writes them.

// All but those of SP 800-185, in groups: the package's name and the command's tag.
export const GROUPS = {
  KangarooTwelve: { kt128: "KT128", kt256: "KT256" },
  "SHA-2": { sha224: "SHA224", sha256: "SHA256", sha384: "SHA384", sha512: "SHA512", "sha512-224": "SHA512-224", "sha512-256": "SHA512-256" },
  "SHA-3": {
    "sha3-224": "SHA3-224", "sha3-256": "SHA3-256", "sha3-384": "SHA3-384", "sha3-512": "SHA3-512",
    shake128: "SHAKE128-256", shake256: "SHAKE256-512",
  },
  "Other Keccak": { keccak256: "Keccak-256", turboshake128: "TurboSHAKE128-256", turboshake256: "TurboSHAKE256-512" },
  BLAKE: { blake224: "BLAKE-224", blake256: "BLAKE-256", blake384: "BLAKE-384", blake512: "BLAKE-512" },
};
export const TAGS = Object.assign({}, ...Object.values(GROUPS));

const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r" };

/** The line of a file: `KT128 (name) = digest`. A backslash in front says that the name has escapes. */
export function line(name, path, digest) {
  // "-" alone would be standard input.
  const file = path === "-" ? "./-" : path;
  const escaped = file.replace(/[\\\n\r]/g, (character) => ESCAPES[character]);
  return `${escaped === file ? "" : "\\"}${TAGS[name]} (${escaped}) = ${digest}\n`;
}
