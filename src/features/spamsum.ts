import { isSpamsum, spamsum as signatureOf } from "../math/spamsum.js";
import type { Feature } from "../types.js";
import { isText } from "./value-shapes.js";

/** ssdeep's signature of the body, transfer and content codings undone, charset not decoded. */
export const spamsum: Feature<string> = {
  keyword: "spamsum",
  summary: "Context-triggered piecewise hash of the body, as ssdeep makes it.",

  extract: ({ bytes }) => signatureOf(bytes),
  isValue: (value) => isText(value) && isSpamsum(value),
  isEmpty: (signature) => signature === "3::",
};
