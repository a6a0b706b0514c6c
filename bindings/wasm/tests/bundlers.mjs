// A page that uses the package, through each bundler and then in Chromium: `node bundlers.mjs PACKAGE MODULES CHROMIUM`, MODULES a folder in
// which npm has installed the bundlers. A warning of a bundler is a failure.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { serve } from "./browser.mjs";

const [, , directory, modules, browser] = process.argv;
const root = mkdtempSync(join(tmpdir(), "lanesum-"));
const from = createRequire(join(resolve(modules), "package.json"));
const get = (name) => import(pathToFileURL(from.resolve(name)));

// The page: one message, a stream and workers; and one of `digest` alone, which must not need the rest.
const PAGES = {
  all: `import { digest, digestParallel, digestStream, load, toHex } from "lanesum";
    const large = new Blob([new Uint8Array(20_000_000)]);
    const run = async () => {
      await load("sha3-256");
      return [digest("sha3-256", "abc"), await digestStream("sha256", large), await digestParallel("kt128", large, { workers: 2 })].map(toHex);
    };`,
  digest: `import { digest, load, toHex } from "lanesum";
    const run = async () => (await load("sha3-256"), [toHex(digest("sha3-256", "abc"))]);`,
};
const POST = `
    run().then(JSON.stringify, (error) => "failed: " + (error?.stack ?? error)).then((body) => fetch("/result", { method: "POST", body }));`;
const { digest, load, toHex } = await import(pathToFileURL(resolve(directory, "lanesum.js")));
await load("kt128");
const large = new Uint8Array(20_000_000);
const sum = (name, data) => createHash(name).update(data).digest("hex");
const ANSWERS = [sum("sha3-256", "abc"), sum("sha256", large), toHex(digest("kt128", large))];

mkdirSync(join(root, "node_modules"));
// A copy, as npm makes it: bundlers treat a link as a part of the project.
cpSync(resolve(directory), join(root, "node_modules/lanesum"), { recursive: true });
writeFileSync(join(root, "package.json"), '{ "type": "module" }');
const warned = [];
const warn = (warning) => warned.push(warning.message ?? warning.text ?? String(warning));
const html = (script) => `<!doctype html><meta charset="utf-8"><title>page</title><script type="module" src="${script}"></script>`;

// Each makes `out` of the page in `folder`.
const BUNDLERS = {
  async vite(folder, out) {
    const { build, createLogger } = await get("vite");
    const logger = createLogger("warn");
    logger.warn = logger.warnOnce = logger.error = warn;
    await build({ root: folder, base: "./", configFile: false, customLogger: logger, build: { outDir: out } });
  },
  async webpack(folder, out) {
    const { default: webpack } = await get("webpack");
    const options = { mode: "production", context: folder, entry: "./main.js", output: { path: out, filename: "main.js" }, performance: false };
    const stats = await new Promise((done, failed) => webpack(options, (error, stats) => (error ? failed(error) : done(stats))));
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    [...errors, ...warnings].forEach(warn);
    writeFileSync(join(out, "index.html"), html("main.js"));
  },
  async esbuild(folder, out) {
    const { build } = await get("esbuild");
    const { warnings } = await build({ absWorkingDir: folder, entryPoints: ["main.js"], bundle: true, minify: true, format: "esm", outdir: out, logLevel: "silent" });
    warnings.forEach(warn);
    copied(out);
  },
  async rollup(folder, out) {
    const { rollup } = await get("rollup");
    const { default: nodeResolve } = await get("@rollup/plugin-node-resolve");
    const bundle = await rollup({ input: join(folder, "main.js"), plugins: [nodeResolve({ browser: true })], onwarn: warn });
    await bundle.write({ dir: out, format: "es" });
    await bundle.close();
    copied(out);
  },
};

// As docs/wasm.md says: these bundlers leave the names of files as they are.
function copied(out) {
  for (const name of readdirSync(directory)) if (/\.wasm$|^(core|worker)\.js$/.test(name)) cpSync(join(directory, name), join(out, name));
  writeFileSync(join(out, "index.html"), html("main.js"));
}

const { open, close } = await serve((path) => join(root, path));
let failed = false;
for (const [bundler, bundle] of Object.entries(BUNDLERS)) {
  for (const [name, page] of Object.entries(PAGES)) {
    const folder = join(root, bundler, name);
    const out = join(folder, "out");
    mkdirSync(out, { recursive: true });
    writeFileSync(join(folder, "main.js"), page + POST);
    writeFileSync(join(folder, "index.html"), html("./main.js"));
    let text;
    try {
      await bundle(folder, out);
      text = await open(browser, `/${bundler}/${name}/out/index.html`);
      const expected = JSON.stringify(name === "all" ? ANSWERS : ANSWERS.slice(0, 1));
      if (text !== expected) text = `failed: ${text} instead of ${expected}`;
    } catch (error) {
      text = `failed: ${error?.stack ?? error}`;
    }
    if (warned.length) text = `failed: ${warned.splice(0).join("; ")}`;
    const { version } = JSON.parse(readFileSync(join(modules, "node_modules", bundler, "package.json"), "utf8"));
    const wrong = text.startsWith("failed");
    console.log(`wasm: ${bundler} ${version}, ${name}: ${wrong ? text : "the page's answers are right"}`);
    failed ||= wrong;
  }
}
close();
rmSync(root, { recursive: true });
process.exit(failed ? 1 : 0);
