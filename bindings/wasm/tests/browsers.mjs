// Every function and the demo in headless browsers: `node browsers.mjs PACKAGE ANSWERS LANESUM BROWSER…`, LANESUM the path of the command,
// which checks the lists that the demo saves; BROWSER is chromium or firefox-esr.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { message } from "./answers.mjs";
import { serve } from "./browser.mjs";
import { files } from "./demo.mjs";

const [, , directory, answers, command, ...browsers] = process.argv;
const tests = dirname(fileURLToPath(import.meta.url));
let saved;
const find = (path) => path === "/answers.json" ? answers
  : path.startsWith("/package/") ? join(directory, path.slice(9))
  : path.startsWith("/tests/") ? join(tests, path.slice(7))
  : undefined;
const { open, close } = await serve(find, (path, body) => saved.push(body));
const dropped = mkdtempSync(join(tmpdir(), "lanesum-"));
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(dropped, name), message(bytes));
let failed = browsers.length === 0;
for (const browser of browsers) {
  saved = [];
  let text = await open(browser, "/tests/page.html");
  for (const list of saved) {
    const { status, stderr, error } = spawnSync(resolve(command), ["check", "--strict", "--quiet"], { cwd: dropped, input: list });
    if (status !== 0) text = `failed: lanesum check: ${error ?? stderr}\n${list}`;
  }
  if (text.startsWith("ok")) text = saved.length ? `${text} lanesum check accepts ${saved.length} lists.` : "failed: the demo saved no list";
  console.log(`wasm: ${browser}: ${text}`);
  failed ||= !text.startsWith("ok");
}
rmSync(dropped, { recursive: true });
close();
process.exit(failed ? 1 : 0);
