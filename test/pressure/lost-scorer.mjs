/** A scoring thread that ends with the process's exit at the second batch it is given, and answers no batch before. */
import { parentPort } from "node:worker_threads";

let batches = 0;
parentPort.on("message", () => {
  batches += 1;
  if (batches === 2) process.exit(7);
});
