/**
 * With `--import` and `--expose-gc` a process says in the end what it held at each of its writes to standard output: a
 * list of bytes, on standard error.
 */
const held = [];
const { write } = process.stdout;
process.stdout.write = (...args) => {
  // What the first collection lets go of buffers is gone with the second.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  held.push(heapUsed + arrayBuffers);
  return write.apply(process.stdout, args);
};
process.on("exit", () => process.stderr.write(JSON.stringify(held)));
