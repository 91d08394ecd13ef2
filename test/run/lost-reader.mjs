/** A reading thread that ends with the process's exit at the first part that it is given. */
import { parentPort } from "node:worker_threads";

parentPort.postMessage("ready");
parentPort.on("message", () => process.exit(7));
