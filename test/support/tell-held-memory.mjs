/**
 * This module is preloaded with `--import` under `--expose-gc`. On exit, it writes a list of numbers to standard error.
 * The numbers are the bytes that the process held at each of its writes to standard output.
 */
const held = [];
const { write } = process.stdout;
process.stdout.write = (...args) => {
  // The first collection releases the owners of buffers. The second collection releases the buffers.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  held.push(heapUsed + arrayBuffers);
  return write.apply(process.stdout, args);
};
process.on("exit", () => process.stderr.write(JSON.stringify(held)));
