/** A reading thread that gives the first items of a part, and ends with the process's exit when it is asked for more. */
import { parentPort } from "node:worker_threads";

await import("../../dist/lib/reading-worker.js");
parentPort.on("message", (question) => {
  if (question === "more") process.exit(7);
});
