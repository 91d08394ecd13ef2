import { existsSync } from "node:fs";
import { UsageError } from "../errors.js";
import type { Input } from "../types.js";
import { findByKeyword, requireByKeyword } from "./find.js";

/** An input and the arguments that were given for it. */
export interface InputChoice {
  readonly input: Input;
  readonly values: readonly string[];
}

/**
 * Reads values of `-i`: `keyword=argument`, split at the first `=`. Several values for one keyword are one input.
 * Throws a `UsageError` for an unknown keyword and for a value without an argument.
 */
export function chooseInputs(texts: readonly string[], inputs: readonly Input[]): InputChoice[] {
  const values = new Map<Input, string[]>();
  for (const text of texts) {
    const at = text.indexOf("=");
    if (at < 0) {
      const [, keyword = "", argument = ""] = /^(\w+):(?!\/\/)(.+)$/su.exec(text) ?? [];
      const named = findByKeyword(keyword, inputs);
      if (named !== undefined) {
        throw new UsageError(`"${text}" has a colon. Write -i ${named.keyword}=${argument}.`);
      }
      if (/\.har$/iu.test(text)) {
        throw new UsageError(
          `${text} is a HAR file, which is not read: har2warc makes a WARC file of it.`,
        );
      }
      throw new UsageError(
        `"${text}" does not say what kind of input it is. Write -i ${likely(text)}=${text} or another of: ` +
          `${inputs.map(({ keyword }) => keyword).join(", ")}.`,
      );
    }
    const input = requireByKeyword(text.slice(0, at), inputs, "input");
    const value = text.slice(at + 1);
    if (value.trim() === "") {
      throw new UsageError(
        `-i ${input.keyword}= names nothing. Write -i ${input.keyword}=${input.argument}.`,
      );
    }
    const known = values.get(input);
    if (known === undefined) values.set(input, [value]);
    else known.push(value);
  }
  return [...values].map(([input, of]) => ({ input, values: of }));
}

/** The input that reads such a thing most often. */
function likely(text: string): string {
  if (/^https?:\/\/(?:www\.)?archive-it\.org\//iu.test(text)) return "archiveit";
  if (/^\d+$/u.test(text) && !existsSync(text)) return "archiveit";
  return /^https?:/iu.test(text) ? "timemap" : "warc";
}
