import { existsSync, statSync } from "node:fs";
import { UsageError } from "../base/errors.js";
import { encodeName, hasEmptyName } from "../read/files/arguments.js";
import { append } from "../base/math/group-by.js";
import { firstBytes, isRemote } from "../base/platform/files.js";
import type { Input } from "../read/types.js";
import { refuseGoneAddress } from "../base/what-is-gone.js";
import { findByKeyword, requireByKeyword } from "../base/find.js";

export interface InputChoice {
  readonly input: Input;
  readonly values: readonly string[];
}

/**
 * Parses values of `-i`: `keyword=argument`, split at the first `=`. Joins several values with the same keyword into
 * one input. Throws a `UsageError` for an unknown keyword and for a value without an argument.
 */
export function chooseInputs(texts: readonly string[], inputs: readonly Input[]): InputChoice[] {
  const values = new Map<Input, string[]>();
  for (const text of texts) {
    if (text.trim() === "") {
      throw new UsageError("-i is empty. Give the kind and what to read, such as warc=FILE.");
    }
    refuseGoneAddress(text);
    const at = text.indexOf("=");
    if (at < 0) {
      refuseResults(text);
      throw new UsageError(
        `"${text}" does not say what kind of input it is. Write -i ${inputFor(text, inputs).keyword}=${text} or another of: ` +
          `${inputs.map(({ keyword }) => keyword).join(", ")}.`,
      );
    }
    const [keyword, value] = [text.slice(0, at), text.slice(at + 1)];
    if (findByKeyword(keyword, inputs) === undefined) refuseResults(value);
    const input = requireByKeyword(keyword, inputs, "input");
    if (value.trim() === "") {
      throw new UsageError(
        `-i ${input.keyword}= has no value. Write -i ${input.keyword}=${input.argument}.`,
      );
    }
    if (hasEmptyName(value)) {
      throw new UsageError(
        `-i ${text} has an empty name. Write ${input.keyword}=A,B, or %2C for a comma within a name.`,
      );
    }
    append(values, input, value);
  }
  return [...values].map(([input, of]) => ({ input, values: of }));
}

/** Number of bytes at the start of a file that are examined. */
const LOOKED_AT = 512;

/**
 * Returns the input that recognises a URI or file name: by the first bytes of the file, otherwise by the form of the
 * name. Returns undefined if no input recognises it.
 */
export function recognisedInput(name: string, inputs: readonly Input[]): Input | undefined {
  const start = fileStart(name);
  if (start !== undefined) {
    const known = inputs.find(({ recognises }) => recognises?.start?.test(start));
    if (known !== undefined) return known;
  }
  // A file or folder may have a number as its name, just like a collection.
  if (/^\d+$/u.test(name) && existsSync(name)) return undefined;
  const ofFiles = inputs.filter(({ usesHttp }) => isFileOfWeb(name) && !usesHttp);
  const [plain] = name.split(/[?#]/u, 1);
  return (
    ofFiles.find(({ recognises }) => recognises?.name?.test(plain ?? "")) ??
    inputs.find(({ recognises }) => recognises?.name?.test(name))
  );
}

/** Returns the input that recognises a name, or else the one for all other names. */
export const inputFor = (name: string, inputs: readonly Input[]): Input =>
  recognisedInput(name, inputs) ?? inputs.find(({ takesOthers }) => takesOthers === true)!;

/** If a URI contains another URI, it is not a file, even if it ends in `.warc`: the URI inside names the file. */
const isFileOfWeb = (uri: string): boolean => isRemote(uri) && !/:\/\/.*:\//su.test(uri);

/** Returns the first bytes of a plain file; undefined for anything else, because a pipe can be read only once. */
function fileStart(path: string): string | undefined {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    return firstBytes(path, LOOKED_AT).toString("latin1");
  } catch {
    // The input that reads the file reports the error.
    return undefined;
  }
}

/** Matches the beginning of saved results: a line of settings or of results, or an object of TimeMaps. */
const RESULTS =
  /^\s*\{\s*"(?:settings"|URI-T"|grouping key"|raw memento simhash value"|from-warc::|https?:)/u;

/** Throws a `UsageError` for a file that has the results of a run. */
export function refuseResults(path: string): void {
  if (!RESULTS.test(fileStart(path) ?? "")) return;
  throw new UsageError(
    `${path} holds the results of a run. Write detect_off_topic convert ${path} -ot text to read them, or detect_off_topic report ${path} -o report.html.`,
  );
}

/**
 * Returns the `-i` value for an argument of the command line. `keyword=argument` is unchanged. A URI or path that an
 * input recognises gets the keyword of that input, and any other path that of the input for other names. Throws a `UsageError` for an
 * argument with an unknown keyword that is not a file either.
 */
export function inputOfWord(word: string, inputs: readonly Input[]): string {
  const [, keyword] = /^([a-z][\w-]*)=/iu.exec(word) ?? [];
  if (keyword !== undefined && !existsSync(word)) requireByKeyword(keyword, inputs, "input");
  if (keyword !== undefined && findByKeyword(keyword, inputs) !== undefined) return word;
  if (isRemote(word)) return `${inputFor(word, inputs).keyword}=${word}`;
  // Only the first bytes of a file tell its kind. A path that is no file may have any name.
  const { keyword: known } = inputFor(fileStart(word) === undefined ? "" : word, inputs);
  return `${known}=${encodeName(word)}`;
}
