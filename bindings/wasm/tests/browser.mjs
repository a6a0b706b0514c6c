// What browsers.mjs and bundlers.mjs share: a server of files, and a headless browser that opens a page of it. The page posts its result.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize, resolve } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json", ".css": "text/css" };

/** Serves the file that `find(path)` names. A body posted to /result is that of `open`; the others go to `post(path, body)`. */
export async function serve(find, post = () => {}) {
  let settle;
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    if (request.method === "POST") {
      let body = "";
      request.on("data", (piece) => (body += piece)).on("end", () => {
        response.end();
        if (path === "/result") settle(body);
        else post(path, body);
      });
      return;
    }
    try {
      const data = readFileSync(resolve(find(path)));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));

  /** What the page at `path` posts, opened in `browser`, chromium or firefox-esr. */
  const open = async (browser, path) => {
    const url = `http://127.0.0.1:${server.address().port}${path}`;
    const profile = mkdtempSync(join(tmpdir(), "lanesum-"));
    const args = browser.startsWith("firefox")
      ? ["--headless", "--no-remote", "--profile", profile, url]
      : ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`, "--remote-debugging-port=0", url];
    const result = new Promise((done) => (settle = done));
    const child = spawn(browser, args, { stdio: "ignore", env: { ...process.env, HOME: profile } });
    child.on("error", (error) => settle(`failed: ${error.message}`));
    const timer = setTimeout(() => settle("failed: no answer within two minutes"), 120_000);
    const text = await result;
    clearTimeout(timer);
    const gone = new Promise((done) => child.on("exit", done));
    if (child.exitCode === null && child.kill()) await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    return text;
  };
  return { open, close: () => server.close() };
}
