/** Throws always, because the page does all work in its one worker. */
export function startThread(): never {
  throw new Error("a worker of a browser starts no threads");
}
