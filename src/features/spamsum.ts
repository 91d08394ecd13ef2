import { spamsum as signatureOf } from "../math/spamsum.js";
import type { Feature } from "../types.js";

/** ssdeep's signature of the body, transfer and content codings undone, charset not decoded. */
export const spamsum: Feature<string> = {
  keyword: "spamsum",
  summary: "Context-triggered piecewise hash of the body, as ssdeep makes it.",

  extract: ({ bytes }) => signatureOf(bytes),
  isEmpty: (signature) => signature === "3::",
};
