import { Buffer } from "buffer";

export { Buffer };

/** Replaces setImmediate. A worker needs no event while a run works, because the page terminates it to stop a run. */
export const setImmediate = (act: () => void): void => queueMicrotask(act);
