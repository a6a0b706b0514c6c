// Every function and the demo in headless browsers: `node browsers.mjs PACKAGE ANSWERS LANESUM BROWSER…`, LANESUM the path of the command,
// which checks the lists that the demo saves; BROWSER is chromium or firefox-esr.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { message } from "./answers.mjs";
import { files } from "./demo.mjs";

const [, , directory, answers, command, ...browsers] = process.argv;
const tests = dirname(fileURLToPath(import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json", ".css": "text/css" };
let settle;
let saved;
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
  if (request.method === "POST") {
    let body = "";
    request.on("data", (piece) => (body += piece)).on("end", () => {
      response.end();
      if (path.startsWith("/saved/")) saved.push(body);
      else settle(body);
    });
    return;
  }
  const file = path === "/answers.json" ? answers
    : path.startsWith("/package/") ? join(directory, path.slice(9))
    : path.startsWith("/tests/") ? join(tests, path.slice(7))
    : undefined;
  try {
    const data = readFileSync(resolve(file));
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(data);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${server.address().port}/tests/page.html`;
const dropped = mkdtempSync(join(tmpdir(), "lanesum-"));
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(dropped, name), message(bytes));
let failed = browsers.length === 0;
for (const browser of browsers) {
  const profile = mkdtempSync(join(tmpdir(), "lanesum-"));
  const args = browser.startsWith("firefox")
    ? ["--headless", "--no-remote", "--profile", profile, url]
    : ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`, "--remote-debugging-port=0", url];
  saved = [];
  const result = new Promise((done) => (settle = done));
  const process_ = spawn(browser, args, { stdio: "ignore", env: { ...process.env, HOME: profile } });
  process_.on("error", (error) => settle(`failed: ${error.message}`));
  const timer = setTimeout(() => settle("failed: no answer within two minutes"), 120_000);
  let text = await result;
  clearTimeout(timer);
  const gone = new Promise((done) => process_.on("exit", done));
  if (process_.exitCode === null && process_.kill()) await gone;
  rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  for (const list of saved) {
    const { status, stderr, error } = spawnSync(resolve(command), ["check", "--strict", "--quiet"], { cwd: dropped, input: list });
    if (status !== 0) text = `failed: lanesum check: ${error ?? stderr}\n${list}`;
  }
  if (text.startsWith("ok")) text = saved.length ? `${text} lanesum check accepts ${saved.length} lists.` : "failed: the demo saved no list";
  console.log(`wasm: ${browser}: ${text}`);
  failed ||= !text.startsWith("ok");
}
rmSync(dropped, { recursive: true });
server.close();
process.exit(failed ? 1 : 0);
