// The messages of the package: the table of docs/wasm.md has all of them, each with its cause and what to do. Run by node.mjs.
// A text of the sources that neither the table nor DEFECTS has is a failure, and so is a row that no source has any more.
import { readFileSync, readdirSync } from "node:fs";

const ROOT = new URL("../../../", import.meta.url);
const DATA = "has to be a string, an ArrayBuffer or a view of one";

// What raises a message, the class of the error, and the whole text.
const provoked = ({ Hasher, digest, digestMany, digestParallel, digestStream, loadRegisters }) => {
  const ended = (name, options) => {
    const hasher = new Hasher(name, options);
    hasher.digest();
    return hasher;
  };
  const reading = () => {
    const hasher = new Hasher("shake128");
    hasher.read(1);
    return hasher;
  };
  return [
    [() => digest("md5", ""), RangeError, 'lanesum has no function "md5"; take a name from algorithms, such as sha3-256'],
    [() => digest("sha256", 3), TypeError, `the message ${DATA}`],
    [() => digest("kmac128", "", { key: 3 }), TypeError, `key, salt or functionName ${DATA}`],
    [() => digest("kt128", "", { customization: 3 }), TypeError, `customization ${DATA}`],
    [() => new Hasher("kmac128", { key: "k" }).verify(3), TypeError, `the tag ${DATA}`],
    [() => digestStream("sha256", new Uint8Array(1)), TypeError, `the message ${DATA}`],
    ...[3, "a.mjs"].map((source) => [
      () => digestStream("sha256", source),
      TypeError,
      "the source has to be a Blob, a File, a Response, a ReadableStream or an iterable of bytes",
    ]),
    [() => digest("kt128", "", { bytes: -1 }), RangeError, "bytes has to be a whole number, 0 or more, not -1"],
    [() => new Hasher("kt128").read(0.5), RangeError, "bytes has to be a whole number, 0 or more, not 0.5"],
    [
      () => digest("sha256", "", { bytes: 5 }),
      RangeError,
      "the digest of sha256 has 32 bytes, not 5; leave bytes out, or take a function of any length, such as shake256",
    ],
    [() => digest("blake2b", "", { bytes: 65 }), RangeError, "the digest of blake2b has 1 to 64 bytes, not 65"],
    [
      () => digest("sha256", "", { key: "k" }),
      RangeError,
      "sha256 takes no key; leave it out (algorithms says what each function takes)",
    ],
    [() => digest("kmac128", ""), RangeError, "kmac128 needs a key; pass { key }"],
    [() => digest("turboshake128", "", { domain: 0x80 }), RangeError, "domain has to be 0x01 to 0x7f"],
    [() => digest("parallelhash128", "", { blockBytes: 0 }), RangeError, "blockBytes has to be a whole number above 0"],
    [() => digest("blake3", "", { key: "" }), RangeError, "the key of blake3 has 32 bytes, not 0"],
    [() => digest("blake256", "", { salt: "short" }), RangeError, "lanesum: the salt has 5 bytes: the algorithm takes 16"],
    [() => ended("sha256").update(""), Error, "the message has ended; begin a new one"],
    [() => ended("sha256").digest(), Error, "the message has ended; begin a new one"],
    [() => ended("shake128").read(1), Error, "the message has ended; begin a new one"],
    [() => reading().clone(), Error, "the message has ended; begin a new one"],
    [() => reading().save(), Error, "the message has ended; begin a new one"],
    [() => Hasher.restore("sha256", "x"), RangeError, "lanesum: invalid saved state: unrecognised header: these are not bytes that lanesum saved"],
    [() => Hasher.restore("sha256", new Hasher("sha224").save()), RangeError, "lanesum: invalid saved state: it is of something else, or of another function"],
    [() => reading().digest(), Error, "the output is being read already; continue with read()"],
    [() => new Hasher("sha256").read(1), Error, "the output of sha256 cannot be read in pieces; take digest()"],
    [
      () => digestParallel("sha256", new Blob([])),
      RangeError,
      "sha256 has no leaves that workers could share: take kt128 or kt256",
    ],
    [() => digestParallel("kt128", new Blob([]), { workers: 0 }), RangeError, "workers has to be a whole number above 0, not 0"],
    // More than 32-bit memory can hold, which is known before any is taken.
    [() => digest("shake128", "", { bytes: 2 ** 31 }), RangeError, "lanesum: no memory for the output; ask for fewer bytes, or read an XOF in pieces"],
    [() => digestMany("shake128", ["", ""], { bytes: 2 ** 31 - 1 }), RangeError, "lanesum: no memory for the digests; make smaller batches"],
    [() => digestMany("shake128", ["", "", "", ""], { bytes: 2 ** 30 }), RangeError, "lanesum: more output than there is memory for; make smaller batches"],
    [() => digest("shake128", "", { bytes: 2 ** 32 + 5 }), RangeError, "lanesum has no memory for 4294967301 bytes; give it less, or ask for less, at once"],
    // The last one: it unloads the other modules.
    [
      () => loadRegisters("scalar", "sha256").then(() => digest("blake256", "")),
      Error,
      'lanesum has not loaded blake256 yet: await load("blake256") first',
    ],
  ];
};

// Rows that no test here can make happen.
const ELSEWHERE = [
  "lanesum could not load …: … …; serve every file of the package beside lanesum.js", // a server without the files
  "a worker of lanesum could not start; serve worker.js beside lanesum.js, and allow workers in the policy (CSP) of the page", // the same, in a browser
  "lanesum: the message has more bits than the standard allows", // exbibytes of input
];
// Rows whose text the library has (crates/batch/src/error.rs, with a test of its own).
const LIBRARY = [
  "lanesum: the salt has … bytes: the algorithm takes …",
  "lanesum: invalid saved state: …",
  "lanesum: the message has more bits than the standard allows",
];
// What stands behind the texts of DEFECTS.
const REPORT = "; this is a defect of the package, please report it";
// Texts of the sources that only a defect of core.js can show.
const DEFECTS = [
  "lanesum: more bytes than the buffer has",
  "lanesum: there is no such state",
  "lanesum: the message has ended",
  "lanesum: there is no output",
  "lanesum: no leaves",
  "lanesum: no node",
  "lanesum: more than one call gives",
  "lanesum: fewer messages than announced",
  "lanesum: messages that end before they begin",
  "lanesum: leaves are counted from 1",
  "lanesum: a first chunk has 8192 bytes",
];

const read = (path) => readFileSync(new URL(path, ROOT), "utf8");

/** The first cells of the table. */
function rows() {
  const [, section] = read("docs/wasm.md").split("\n## Messages\n");
  return Array.from(section.split("\n## ")[0].matchAll(/^\| `([^`]+)` \|/gm), ([, text]) => text);
}

/** The texts of the sources, values as `…`. */
function texts() {
  const found = new Set();
  const script = read("bindings/wasm/js/core.js") + read("bindings/wasm/js/parallel.js");
  for (const [, , text] of script.matchAll(/new (?:Range|Type)?Error\((?:[\w.]+ \|\| )?([`"])(.*?)\1\)/g)) {
    found.add(text.replace(/\$\{[^}]*\}/g, "…"));
  }
  // In front of the texts of the modules.
  if (!found.delete("lanesum: …")) throw new Error("core.js shows the texts of the modules without lanesum: in front");
  const folder = new URL("bindings/wasm/src/", ROOT);
  for (const name of readdirSync(folder)) {
    const code = readFileSync(new URL(name, folder), "utf8").replace(/^\s*\/\/.*$/gm, "").replace(/compile_error!\(.*\);/g, "");
    for (const [, text] of code.matchAll(/"([^"\\\n]*)"/g)) if (text.includes(" ")) found.add(`lanesum: ${text}`);
  }
  if (!found.delete(`lanesum: ${REPORT}`)) throw new Error("wrong.rs does not ask to report defects");
  return found;
}

/** Whether a text is this row, whose `…` stand for anything. */
function fits(row, text) {
  const pieces = row.split("…").map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pieces.join(".*")}$`, "s").test(text);
}

/** Throws with all that is wrong; says how many rows there are. All modules are loaded before and after. */
export async function messages(lanesum) {
  const [table, found, wrong, raised] = [rows(), texts(), [], new Set()];
  await lanesum.load();
  for (const [body, kind, text] of provoked(lanesum)) {
    const error = await Promise.resolve().then(body).then(() => undefined, (error) => error);
    if (error?.constructor !== kind || error.message !== text) wrong.push(`${error?.stack ?? "no error"} instead of ${text}`);
    const row = table.find((row) => fits(row, text));
    if (row === undefined) wrong.push(`docs/wasm.md has no row for: ${text}`);
    raised.add(row);
  }
  await lanesum.load();
  for (const row of table) if (!raised.has(row) && !ELSEWHERE.includes(row)) wrong.push(`nothing raises: ${row}`);
  for (const text of found) if (!table.includes(text) && !DEFECTS.includes(text)) wrong.push(`docs/wasm.md has no row for: ${text}`);
  for (const row of [...table, ...DEFECTS]) if (!found.has(row) && !LIBRARY.includes(row)) wrong.push(`no source has any more: ${row}`);
  if (wrong.length) throw new Error(wrong.join("\n"));
  return table.length;
}
