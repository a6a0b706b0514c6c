// Every function in Node, with vectors and without: `node node.mjs PACKAGE ANSWERS LANESUM`, the directory of the package, what tests/make
// said, and the path of the command.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { check, message } from "./answers.mjs";
import { messages } from "./messages.mjs";

const [, , directory, answers, command] = process.argv;
const lanesum = await import(pathToFileURL(resolve(directory, "lanesum.js")));
const native = JSON.parse(readFileSync(answers, "utf8"));
if (!lanesum.simd) throw new Error("this engine has no vectors, which have to be tested");
// The names of the table are those of the modules.
for (const family of ["keccak", "sha2", "blake"]) {
  for (const registers of ["simd128", "scalar"]) {
    const { instance } = await WebAssembly.instantiate(readFileSync(resolve(directory, `${family}.${registers}.wasm`)));
    const { reserve, name, finish, memory } = instance.exports;
    const place = reserve(256);
    const text = (length) => new TextDecoder().decode(new Uint8Array(memory.buffer, place, length));
    const names = [];
    for (let length; (length = name(names.length)) > 0; ) names.push(text(length));
    const table = lanesum.algorithms.filter((of) => of.family === family).map((of) => of.name);
    if (String(names) !== String(table)) throw new Error(`${family}: ${names} are not ${table}`);
    // A call that core.js never makes.
    const defect = text(-finish(0, 32));
    if (defect !== "there is no such state; this is a defect of the package, please report it") throw new Error(defect);
  }
}
for (const registers of ["simd128", "scalar"]) {
  await lanesum.loadRegisters(registers);
  console.log(`wasm: node ${process.version}, ${registers}: ${await check(lanesum, native)} answers are right`);
}
console.log(`wasm: the ${await messages(lanesum)} messages are those of docs/wasm.md`);
// The lists of the demo, of every function and with names that need care, are what the command writes.
const { TAGS, line } = await import(pathToFileURL(resolve(directory, "demo/sums.js")));
const files = mkdtempSync(join(tmpdir(), "lanesum-"));
const names = ["plain", "two\nlines", "back\\slash", "\rreturn", "a (b) = c", "-"];
for (const name of names) writeFileSync(join(files, name), name);
for (const name of Object.keys(TAGS)) {
  const paths = names.map((path) => (path === "-" ? "./-" : path));
  const { stdout, stderr, error } = spawnSync(resolve(command), ["sum", "-a", name, ...paths], { cwd: files, encoding: "utf8" });
  const list = names.map((path) => line(name, path, lanesum.toHex(lanesum.digest(name, path)))).join("");
  if (list !== stdout) throw new Error(`the demo's list is\n${list}and the command's\n${stdout}${stderr}${error ?? ""}`);
}
// A file that Node has opened as a Blob, by workers.
const large = join(files, "large");
writeFileSync(large, message(20_000_000));
const parallel = await lanesum.digestParallel("kt256", await openAsBlob(large), { workers: 2 });
if (String(parallel) !== String(lanesum.digest("kt256", message(20_000_000)))) throw new Error("kt256 of a file by workers is another one");
// More than 2 GiB, and more than a 32-bit number of bits, against Node's OpenSSL.
const piece = message(1 << 24);
const long = function* () {
  for (let i = 0; i < 129; i++) yield piece;
};
const expected = createHash("sha256");
for (const data of long()) expected.update(data);
const got = lanesum.toHex(await lanesum.digestStream("sha256", long()));
if (got !== expected.digest("hex")) throw new Error(`sha256 of 2.1 GiB is ${got}`);
console.log("wasm: a file by workers and a stream of 2.1 GiB have the right digests");
rmSync(files, { recursive: true });
console.log(`wasm: the demo's lists of ${Object.keys(TAGS).length} functions are those of lanesum sum`);
