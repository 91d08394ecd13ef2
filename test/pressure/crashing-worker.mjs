/**
 * A worker that dies as its page says: "crash" throws outside any handler, "exit" ends the thread, "memory" fills
 * the heap that the thread was given. Any other page is read: its feature is its text.
 */
import { parentPort } from "node:worker_threads";

parentPort.postMessage("ready");
parentPort.on("message", (jobs) => {
  const results = jobs.map(({ capture, body }) => {
    const text = Buffer.from(body.bytes).toString();
    if (text === "crash") throw new Error("a page made the worker crash");
    if (text === "exit") process.exit(7);
    if (text === "memory") fill();
    return { capture, features: [JSON.stringify({ value: text })] };
  });
  parentPort.postMessage(results);
});

function fill() {
  const held = [];
  for (;;) held.push(Array.from({ length: 1000 }, (_, i) => ({ i, held })));
}
