// The page: takes files, hashes them, and shows and saves the digests.
import { digestParallel, toHex } from "../lanesum.js";
import { GROUPS, TAGS, guess, guessIn, isList, line, readDigest, readList } from "./sums.js";
import { filesOf } from "./files.js";

// From this size on, the workers share one file of KT128 or KT256; smaller files are hashed side by side, one for each worker.
const LARGE = 16e6;
const INTERVAL = 100; // milliseconds between two updates of a progress bar
const PROCESSORS = Math.min(navigator.hardwareConcurrency || 2, 8);

const at = (id) => document.getElementById(id);
const size = (bytes) => {
  const power = bytes < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3));
  return `${power ? (bytes / 1000 ** power).toFixed(1) : bytes} ${["bytes", "kB", "MB", "GB", "TB"][power]}`;
};
const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

let rows = [];
let listed = new Map(); // what the lists say that were dropped: of each path { digest, name, list }
let work; // what runs now; another object after Clear or another function

function begin() {
  work?.stop.abort();
  work = { name: at("function").value, stop: new AbortController(), next: 0, running: 0, alone: false, idle: [], started: undefined };
}

// ------------------------------------------------------------------------------------------------------------------ rows
async function add(found) {
  const lists = found.filter(({ path, file }) => file?.size < 1e8 && found.length > 1 && isList(path));
  for (const { path: list, file } of lists) take(list, readList(await file.text()));
  const items = document.createDocumentFragment();
  for (const { path, file, error } of found) {
    const item = at("row").content.cloneNode(true).firstElementChild;
    const part = (selector) => item.querySelector(selector);
    const row = { path, file, unreadable: error, item, progress: part("progress"), result: part(".result"), error: part(".error") };
    part(".name").textContent = path;
    part(".size").textContent = file ? size(file.size) : "";
    row.progress.setAttribute("aria-label", `Progress of ${path}`);
    part(".copy").setAttribute("aria-label", `Copy the digest of ${path}`);
    part(".copy").addEventListener("click", ({ currentTarget }) => copy(row, currentTarget));
    reset(row);
    rows.push(row);
    items.append(item);
  }
  at("list").append(items);
  at("clear").disabled = rows.length === 0;
  pump();
  showOverall(true);
}

// The names of a list are relative to it.
function take(list, entries) {
  const folder = list.slice(0, list.lastIndexOf("/") + 1);
  for (const { path, digest, name } of entries) listed.set(folder + path, { digest, list, name: name ?? guessIn(list, digest) });
  const name = entries.map(({ path }) => listed.get(folder + path).name).find(Boolean);
  if (name) choose(name);
}

// Another function, as if it had been chosen by hand.
function choose(name) {
  if (name === at("function").value) return;
  at("function").value = name;
  at("function").dispatchEvent(new Event("change"));
}

// Beside a digest: what a list says, or that it is the one to compare with.
function judge(row) {
  const verdict = row.item.querySelector(".verdict");
  const entry = listed.get(row.path);
  const wanted = readDigest(at("expected").value);
  const say = (text, good) => {
    verdict.hidden = !text;
    verdict.textContent = text;
    verdict.className = `verdict ${good ? "good" : "bad"}`;
  };
  row.listed = row.digest && entry?.name === work.name ? (entry.digest === row.digest ? "as" : "not") : undefined;
  if (row.listed) say(row.listed === "as" ? `As listed in ${entry.list}` : `NOT as listed in ${entry.list}`, row.listed === "as");
  else if (row.digest && wanted?.digest === row.digest) say("This is the digest to compare with", true);
  else say("");
}

function compare() {
  const text = at("expected").value.trim();
  const wanted = readDigest(text);
  const length = rows.find((row) => row.digest)?.digest.length;
  const name = wanted && (wanted.name ?? guess(wanted.digest, work.name, length));
  if (name && rows.length) choose(name);
  rows.forEach(judge);
  const same = rows.filter((row) => row.digest && row.digest === wanted?.digest);
  const isOver = rows.length > 0 && rows.every((row) => row.ended);
  at("compared").className = same.length ? "good" : "bad";
  at("compared").textContent = !text ? "" : !wanted ? "This is not a digest." : !isOver ? ""
    : same.length ? `${same.map((row) => row.path).join(", ")}: same digest` : `No file here has this digest (${TAGS[work.name]}).`;
}

function reset(row) {
  Object.assign(row, { done: 0, digest: undefined, failed: false, ended: false });
  row.progress.value = 0;
  row.progress.hidden = false;
  row.result.hidden = row.error.hidden = row.item.querySelector(".verdict").hidden = true;
}

function end(row, digest, error) {
  Object.assign(row, { ended: true, digest, failed: !digest, done: digest ? row.file.size : 0 });
  row.progress.hidden = true;
  row.result.hidden = !digest;
  row.error.hidden = !!digest;
  row.result.querySelector(".digest").textContent = digest ?? "";
  judge(row);
  row.error.textContent = digest ? "" : `Not hashed: ${String(error).replace(/\.$/, "")}. Choose the file again.`;
}

async function copy(row, button) {
  try {
    await navigator.clipboard.writeText(row.digest);
  } catch {
    // Pages that do not come from localhost or by HTTPS have no clipboard, but may copy what is selected.
    getSelection().selectAllChildren(row.result.querySelector(".digest"));
    if (!document.execCommand("copy")) {
      at("status").textContent = button.textContent = "Selected: copy it with the keyboard";
      return;
    }
  }
  at("status").textContent = `Copied the digest of ${row.path}.`;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 1500);
}

// --------------------------------------------------------------------------------------------------------------- hashing
// Starts as many files as there are processors, in their order.
function pump() {
  const mine = work;
  for (; mine.next < rows.length; mine.next++) {
    const row = rows[mine.next];
    const alone = /^kt/.test(mine.name) && row.file?.size >= LARGE;
    if (mine.running > 0 && (alone || mine.alone || mine.running >= PROCESSORS)) break;
    mine.alone = alone;
    mine.running++;
    mine.started ??= performance.now();
    hash(row, alone, mine);
  }
  showOverall(mine.running === 0);
}

async function hash(row, alone, mine) {
  const progress = (done) => {
    row.done = done;
    row.progress.value = row.file.size ? done / row.file.size : 1;
    showOverall();
  };
  let digest, error;
  try {
    if (row.unreadable) throw row.unreadable;
    const options = { signal: mine.stop.signal, onProgress: (done) => mine === work && progress(done) };
    digest = await (alone ? digestParallel(mine.name, row.file, options).then(toHex) : inWorker(mine, row.file, options));
  } catch (reason) {
    error = reason?.message ?? reason;
  }
  // After Clear, or with another function, the row is not this one's any more.
  if (mine !== work) return;
  end(row, digest, error);
  mine.running--;
  mine.alone = false;
  pump();
}

function startWorker(signal) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  signal.addEventListener("abort", () => worker.terminate());
  return worker;
}

function inWorker(mine, file, { signal, onProgress }) {
  return new Promise((resolve, reject) => {
    const worker = mine.idle.pop() ?? startWorker(signal);
    worker.onerror = (event) => reject(new Error(event.message || "the worker could not start; serve the whole directory of the package"));
    worker.onmessage = ({ data: { done, digest, error } }) => {
      if (done !== undefined) return onProgress(done);
      mine.idle.push(worker);
      if (digest) resolve(digest);
      else reject(new Error(error));
    };
    worker.postMessage({ name: mine.name, file });
  });
}

let shown = 0;
function showOverall(now = false) {
  if (!now && performance.now() - shown < INTERVAL) return;
  shown = performance.now();
  const total = rows.reduce((sum, { file, failed }) => sum + (failed ? 0 : (file?.size ?? 0)), 0);
  const done = rows.reduce((sum, row) => sum + row.done, 0);
  const ended = rows.filter((row) => row.ended).length;
  const failed = rows.filter((row) => row.failed).length;
  const isOver = ended === rows.length;
  at("overall").hidden = rows.length === 0;
  at("overall-progress").value = total ? done / total : isOver ? 1 : 0;
  // A list that leaves out files still under way would look complete.
  at("save").disabled = !isOver || ended === failed;
  if (isOver && rows.length && work.running === 0 && work.started !== undefined) {
    const seconds = (performance.now() - work.started) / 1000;
    work.started = undefined;
    const left = failed ? `; ${count(failed, "file")} not hashed` : "";
    compare();
    const as = rows.filter((row) => row.listed === "as").length;
    const not = rows.filter((row) => row.listed === "not").length;
    const here = new Set(rows.map((row) => row.path));
    const missing = Array.from(listed.keys()).filter((path) => !here.has(path)).length;
    const checked = listed.size ? `; ${as} as listed, ${not} NOT as listed${missing ? `, ${missing} listed and not here` : ""}` : "";
    const all = `${TAGS[work.name]} of ${count(ended - failed, "file")}, ${size(done)}, in ${seconds.toFixed(seconds < 10 ? 2 : 0)} s${left}${checked}`;
    at("overall-text").textContent = at("status").textContent = all;
  } else if (!isOver) {
    at("overall-text").textContent = `${ended} of ${count(rows.length, "file")}, ${size(done)} of ${size(total)}`;
  }
}

// -------------------------------------------------------------------------------------------------------------- controls
for (const [group, functions] of Object.entries(GROUPS)) {
  const options = document.createElement("optgroup");
  options.label = group;
  for (const [name, tag] of Object.entries(functions)) options.append(new Option(tag, name));
  at("function").append(options);
}
// What download pages publish.
at("function").value = "sha256";
at("dead").remove();
begin();

at("function").addEventListener("change", () => {
  begin();
  rows.forEach(reset);
  pump();
  // At once: until then the page would still say what the last function did, and save a list without lines.
  showOverall(true);
});
at("clear").addEventListener("click", () => {
  begin();
  rows = [];
  listed = new Map();
  at("list").replaceChildren();
  add([]);
  at("status").textContent = "The list is empty.";
  at("choose-files").focus();
});
at("save").addEventListener("click", () => {
  const lines = rows.filter((row) => row.digest).map((row) => line(work.name, row.path, row.digest));
  const link = document.createElement("a");
  // Not text/plain, to which some browsers append ".txt".
  link.href = URL.createObjectURL(new Blob(lines, { type: "application/octet-stream" }));
  link.download = "SUMS";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
});
for (const [button, input] of [["choose-files", "files"], ["choose-folder", "folder"]]) {
  at(button).addEventListener("click", () => at(input).click());
  at(input).addEventListener("change", ({ target }) => {
    add(Array.from(target.files, (file) => ({ path: file.webkitRelativePath || file.name, file })));
    // So that the same file can be chosen again.
    target.value = "";
  });
}
at("expected").addEventListener("input", compare);
at("hash-text").addEventListener("click", () => add([{ path: "text", file: new File([at("text").value], "text") }]));
const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
addEventListener("dragover", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  at("drop").classList.add("over");
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) at("drop").classList.remove("over");
});
addEventListener("drop", async (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  at("drop").classList.remove("over");
  add(await filesOf(event.dataTransfer));
});
