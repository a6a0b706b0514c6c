// A worker of digestParallel: takes runs of leaves, and gives their chaining values.
import { find, load, module } from "./core.js";

async function chainingValues({ bits, first, part, isLast, customization }) {
  const of = find(`kt${bits}`);
  await load(of.name);
  const to = module(of);
  const data = new Uint8Array(part instanceof ArrayBuffer ? part : await part.arrayBuffer());
  const leaves = to.check(to.wasm.leaves(bits, first));
  to.update(leaves, data);
  if (customization) {
    if (customization.length > to.room) to.reserve(customization.length);
    to.put(customization);
  }
  return to.take(to.check(to.wasm.end_leaves(leaves, isLast ? 1 : 0, customization?.length ?? 0)));
}

// Node's workers have a port instead.
const port = typeof postMessage === "function" ? globalThis : globalThis.process.getBuiltinModule("node:worker_threads").parentPort;
port.addEventListener("message", async ({ data }) => {
  try {
    port.postMessage({ values: await chainingValues(data) });
  } catch (error) {
    port.postMessage({ error: String(error?.message ?? error) });
  }
});
