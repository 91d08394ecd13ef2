import { text } from "../../base/codec.js";
import { NotDefined } from "../../base/failures.js";
import { SimHash } from "simhash-js/SimHash.js";
import { simhashOfPythonBytes, simhashOfText } from "../../base/math/gram-simhash.js";
import { simhashToDecimal } from "../../base/math/simhash.js";
import { isSpamsum, spamsum as signatureOf } from "../../base/math/spamsum.js";
import { latin1 } from "../../base/platform/machine.js";
import { readTextOptions } from "../feature-values.js";
import type { Feature, Page } from "../types.js";

/** The Simhash of a text without word characters: half of the MD5 digest of nothing. */
const ofNothing = "16825458760271544958";

const isSimhash = (value: unknown): value is string =>
  typeof value === "string" && /^\d{1,20}$/u.test(value) && BigInt(value) < 2n ** 64n;

/**
 * The 64-bit Simhash of the raw memento, markup included, in decimal digits. Option `of`: `text` (the default), the
 * decoded text; `python-bytes`, the characters of Python's `str(bytes)`, as OTMT 1.0.5 has it.
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

/** The raw content as text: decoded; of what is not HTML each byte as a character. */
const rawText = (page: Page): string => (page.format === "html" ? page.html : latin1(page.bytes));

/** The 64-bit Simhash of the text that is measured, in decimal digits: pages of the same words have nearly the same. */
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

/** The package takes about a second for each million characters, and much memory. */
const longestText = 8_000_000;

/**
 * The 32-bit hash of the package simhash-js over the decoded text. It cuts the text into blocks of 4 characters, and of
 * more than 128 blocks it drops the 128 whose hashes come first in alphabetical order. Throws on a text of more than 8
 * million characters.
 */
export const simhashJs: Feature<number> = {
  keyword: "simhash-js",
  summary: "32-bit hash of the package simhash-js over the raw content.",

  extract(page) {
    const html = rawText(page);
    if (html.length > longestText)
      throw new NotDefined(`simhash-js is not computed above ${longestText} characters of text`);
    const hash = new SimHash().hash(html);
    // The package assigns to variables that it never declares.
    for (const leaked of ["shingle", "mixed"]) Reflect.deleteProperty(globalThis, leaked);
    return hash;
  },
  isValue: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 32,
  // What it makes of a text that is shorter than a block.
  isEmpty: (value) => value === 0,
};
/** ssdeep's signature of the body, transfer and content codings undone, charset not decoded. */
export const spamsum: Feature<string> = {
  keyword: "spamsum",
  summary: "Context-triggered piecewise hash of the body, as ssdeep makes it.",

  extract: ({ bytes }) => signatureOf(bytes),
  isValue: (value) => text.is(value) && isSpamsum(value),
  isEmpty: (signature) => signature === "3::",
};
