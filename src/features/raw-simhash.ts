import { simhashOfPythonBytes, simhashOfText } from "../math/gram-simhash.js";
import { simhashToDecimal } from "../math/simhash.js";
import type { Feature } from "../types.js";
import { isText } from "./value-shapes.js";

/** The Simhash of a text without word characters. */
const ofNothing = simhashToDecimal(simhashOfText(""));

/**
 * The 64-bit Simhash of the raw memento, markup included, in decimal digits. Option `of`: `text` (the default), the
 * decoded text; `python-bytes`, the characters of Python's `str(bytes)`, as OTMT 1.0.5 has it.
 */
export const rawSimhash: Feature<string> = {
  keyword: "raw-simhash",
  summary: "64-bit Simhash of the raw content, in decimal digits.",

  extract: (page, { of }) =>
    simhashToDecimal(
      of === "python-bytes" ? simhashOfPythonBytes(page.bytes) : simhashOfText(page.html),
    ),
  isValue: (value) => isText(value) && /^\d{1,20}$/u.test(value) && BigInt(value) < 2n ** 64n,
  isEmpty: (value) => value === ofNothing,
};
