import { Worker, type WorkerOptions } from "node:worker_threads";
import { isExecutable, readPackageFile } from "../package-root.js";

export function startThread(script: URL, options: WorkerOptions): Worker {
  if (!isExecutable) return new Worker(script, options);
  // A new thread finds the files inside the executable only after this code has run in it.
  const start = new TextDecoder().decode(readPackageFile("executable.cjs"));
  return new Worker(`${start}\nimport(${JSON.stringify(script.href)});`, {
    ...options,
    eval: true,
  });
}
