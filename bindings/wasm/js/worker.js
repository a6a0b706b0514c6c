// A worker of digestParallel: takes runs of leaves, and gives their chaining values.
import { chainingValues } from "./lanesum.js";

const answer = async (task) => {
  try {
    return { values: await chainingValues(task) };
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
};
if (typeof globalThis.postMessage === "function" && typeof globalThis.addEventListener === "function" && typeof process === "undefined") {
  globalThis.addEventListener("message", async ({ data }) => globalThis.postMessage(await answer(data)));
} else {
  const { parentPort } = await import(/* webpackIgnore: true */ "node:worker_threads");
  parentPort.on("message", async (task) => parentPort.postMessage(await answer(task)));
}
