import { Buffer } from "buffer";

export { Buffer };

/** Nothing comes in while a run works: the page ends its worker to stop it. */
export const setImmediate = (act: () => void): void => queueMicrotask(act);
