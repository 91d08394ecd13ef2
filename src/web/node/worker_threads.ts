/** Replaces the class for threads, because the page does all work in its one worker. */
export function Worker(): never {
  throw new Error("a worker of a browser starts no threads");
}
