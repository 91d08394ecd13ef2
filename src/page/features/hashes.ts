import { text } from "../../base/codec.js";
import { NotDefined } from "../../base/failures.js";
import { SimHash } from "simhash-js/SimHash.js";
import { simhashOfPythonBytes, simhashOfText } from "../../base/math/gram-simhash.js";
import { simhashToDecimal } from "../../base/math/simhash.js";
import { isSpamsum, spamsum as signatureOf } from "../../base/math/spamsum.js";
import { latin1 } from "../../base/platform/machine.js";
import { readTextOptions } from "../feature-values.js";
import type { Feature, Page } from "../types.js";

/** Simhash of a text without word characters: half of the MD5 digest of an empty message. */
const ofNothing = "16825458760271544958";

const isSimhash = (value: unknown): value is string =>
  typeof value === "string" &&
  /^\d{1,20}$/u.test(value) &&
  (value.length < 20 || BigInt(value) < 2n ** 64n);

/**
 * 64-bit Simhash of the raw memento, markup included, in decimal digits. Option `of`: `text` (the default) for the
 * decoded text, or `python-bytes` for the characters of Python's `str(bytes)`, as in OTMT 1.0.5.
 */
export const rawSimhash: Feature<string> = {
  keyword: "raw-simhash",
  summary: "64-bit Simhash of the raw content, in decimal digits.",

  extract: (page, { of }) =>
    simhashToDecimal(
      of === "python-bytes" ? simhashOfPythonBytes(page.bytes) : simhashOfText(rawText(page)),
    ),
  isValue: isSimhash,
  isEmpty: (value) => value === ofNothing,
};

/** Returns the raw content as text: decoded HTML, or one character per byte for other formats. */
const rawText = (page: Page): string => (page.format === "html" ? page.html : latin1(page.bytes));

/** 64-bit Simhash of the compared text, in decimal digits. Pages with the same words have nearly the same value. */
export const textSimhash: Feature<string> = {
  keyword: "text-simhash",
  summary: "64-bit Simhash of the text, in decimal digits.",

  extract(page, options) {
    const { boilerplate, language } = readTextOptions(options);
    return simhashToDecimal(simhashOfText(page.text(boilerplate, language)));
  },
  isValue: isSimhash,
  isEmpty: (value) => value === ofNothing,
};

/** The package takes about a second per million characters, and much memory. */
const longestText = 8_000_000;

/**
 * 32-bit hash that the package simhash-js computes from the decoded text. The package cuts the text into blocks of 4
 * characters. If there are more than 128 blocks, the package drops the 128 blocks with the alphabetically first hashes.
 * Throws {@link NotDefined} for a text of more than 8 million characters.
 */
export const simhashJs: Feature<number> = {
  keyword: "simhash-js",
  summary: "32-bit hash of the package simhash-js over the raw content.",

  extract(page) {
    const html = rawText(page);
    if (html.length > longestText)
      throw new NotDefined(`simhash-js is not computed above ${longestText} characters of text`);
    const hash = new SimHash().hash(html);
    // The package assigns to variables that it does not declare, which creates global variables.
    for (const leaked of ["shingle", "mixed"]) Reflect.deleteProperty(globalThis, leaked);
    return hash;
  },
  isValue: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 32,
  // Hash that the package gives for a text shorter than a block.
  isEmpty: (value) => value === 0,
};
/**
 * Signature of the body by ssdeep. It is computed from the bytes, with transfer and content codings decoded but the
 * charset not decoded.
 */
export const spamsum: Feature<string> = {
  keyword: "spamsum",
  summary: "Context-triggered piecewise hash of the body, as computed by ssdeep.",

  extract: ({ bytes }) => signatureOf(bytes),
  isValue: (value) => text.is(value) && isSpamsum(value),
  isEmpty: (signature) => signature === "3::",
};
