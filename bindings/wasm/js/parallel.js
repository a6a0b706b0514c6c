// KT128 and KT256 of one large file by several workers. Apart from core.js, because worker.js needs that file: a bundler that makes a
// file of a worker and all that it imports would otherwise find the worker again in it.
import { begin, bytesOf, digestStream, find, lengthOf, load, module } from "./core.js";

// A leaf has so many bytes, and the task of a worker so many leaves: their chaining values fit into a piece.
const LEAF = 8192;
const TASK_LEAVES = 512;
// Node has workers of its own kind.
const inNode = typeof Worker !== "function";

function start() {
  // Bundlers look for exactly this expression.
  if (!inNode) return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const { Worker: NodeWorker } = globalThis.process.getBuiltinModule("node:worker_threads");
  const here = import.meta.url; // with a name, no bundler takes the next line for a page's
  return new NodeWorker(new URL("./worker.js", here));
}

// A worker that takes one task at a time.
class Hand {
  #worker = start();
  #failure;
  #waiting;

  constructor() {
    const failed = ({ message }) => {
      this.#failure = new Error(message || "a worker of lanesum could not start; serve worker.js beside lanesum.js, and allow workers in the policy (CSP) of the page");
      this.#waiting?.reject(this.#failure);
    };
    if (inNode) {
      this.#worker.on("message", (answer) => this.#waiting.resolve(answer)).on("error", failed);
    } else {
      this.#worker.onmessage = ({ data }) => this.#waiting.resolve(data);
      this.#worker.onerror = failed;
    }
  }

  async ask(task) {
    // Node 20 dies of a slice of a file that its main thread has opened.
    const part = inNode ? await task.part.arrayBuffer() : task.part;
    return new Promise((resolve, reject) => {
      if (this.#failure) throw this.#failure;
      this.#waiting = { resolve, reject };
      this.#worker.postMessage({ ...task, part }, inNode ? [part] : []);
    });
  }

  stop() {
    this.#worker.terminate();
  }
}

/** KT128 or KT256 of a large file, its leaves hashed by several workers. */
export async function digestParallel(name, blob, options = {}) {
  const of = find(name);
  const bits = { kt128: 128, kt256: 256 }[name];
  if (!bits) throw new RangeError(`${name} has no leaves that workers could share: take kt128 or kt256`);
  const { onProgress, signal, workers = Math.min(globalThis.navigator?.hardwareConcurrency ?? 4, 16) } = options;
  if (!Number.isInteger(workers) || workers < 1) throw new RangeError(`workers has to be a whole number above 0, not ${workers}`);
  const tasks = Math.ceil((blob.size - LEAF) / (LEAF * TASK_LEAVES));
  if (workers === 1 || tasks < 2) return digestStream(name, blob, options);
  signal?.throwIfAborted();
  await load(name);
  // What an option may be is asked once, before any worker starts.
  const bytes = lengthOf(of, options);
  module(of).wasm.release(begin(of, options));
  const customization = bytesOf(options.customization ?? "", "customization");
  const to = module(of);
  const first = new Uint8Array(await blob.slice(0, LEAF).arrayBuffer());
  to.put(first);
  const node = to.check(to.wasm.node(bits));
  const crew = [];
  try {
    while (crew.length < Math.min(workers, tasks)) crew.push(new Hand());
    const answers = new Map();
    let next = 0;
    let absorbed = 0;
    let done = LEAF;
    const absorb = () => {
      for (; answers.has(absorbed); absorbed++) {
        const values = answers.get(absorbed);
        answers.delete(absorbed);
        if (values.length > to.room) to.reserve(values.length);
        to.put(values);
        to.check(to.wasm.absorb(node, absorbed + 1 === tasks ? 1 : 0, values.length));
      }
    };
    const work = async (hand) => {
      while (next < tasks) {
        signal?.throwIfAborted();
        const task = next++;
        const start = LEAF + task * LEAF * TASK_LEAVES;
        const part = blob.slice(start, start + LEAF * TASK_LEAVES);
        const isLast = task + 1 === tasks;
        const answer = await hand.ask({ bits, first: 1 + task * TASK_LEAVES, part, isLast, customization: isLast ? customization : undefined });
        if (answer.error) throw new Error(answer.error);
        answers.set(task, answer.values);
        done += part.size;
        absorb();
        onProgress?.(done, blob.size);
      }
    };
    await Promise.all(crew.map(work));
    return to.take(to.check(to.wasm.read(node, bytes)));
  } finally {
    for (const hand of crew) hand.stop();
    to.wasm.release(node);
  }
}
