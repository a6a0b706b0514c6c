// Hashes one file at a time for demo.js, so that the page stays responsive.
import { digestStream, toHex } from "../lanesum.js";

const INTERVAL = 100; // milliseconds between two reports

addEventListener("message", async ({ data: { name, file } }) => {
  let reported = performance.now();
  const onProgress = (done) => {
    if (performance.now() - reported < INTERVAL) return;
    reported = performance.now();
    postMessage({ done });
  };
  try {
    postMessage({ digest: toHex(await digestStream(name, file, { onProgress })) });
  } catch (error) {
    postMessage({ error: String(error?.message ?? error) });
  }
});
