import { urlOf } from "../../base/uri.js";
import { UsageError } from "../../base/errors.js";

/** A page that has moved: captures of `old` are those of the page that is `new` now. */
export interface AliasPair {
  readonly old: string;
  readonly new: string;
}

/**
 * Reads the pages that have moved: a line for each move with the old URI-R, a TAB and the new one. Throws a `UsageError`
 * for a line that is wrong. Of two lines of one page the last is right.
 *
 * @example
 * ```js
 * const pairs = readAliases("http://old.example/\thttps://new.example/\n", "moves.tsv");
 * console.log(pairs[0]?.new);
 * // https://new.example/
 * ```
 */
export function readAliases(text: string, file: string): readonly AliasPair[] {
  const pairs: AliasPair[] = [];
  for (const [at, line] of text
    .replace(/^\u{feff}/u, "")
    .split(/\r?\n/u)
    .entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const fields = line.split("\t").map((field) => field.trim());
    const [old, renamed] = fields.map(listedUri);
    if (fields.length !== 2 || old === undefined || renamed === undefined) {
      const shown = JSON.stringify(line.slice(0, 100));
      throw new UsageError(
        `--aliases ${file}: line ${at + 1} is not old URI TAB new URI: ${shown}.`,
      );
    }
    pairs.push({ old, new: renamed });
  }
  if (pairs.length === 0) {
    throw new UsageError(
      `--aliases ${file} names no page. Write old URI TAB new URI on each line.`,
    );
  }
  return pairs;
}

/** Returns a URI-R. Lists often leave out the scheme. */
function listedUri(text: string): string | undefined {
  const uri = /^[a-z][a-z0-9+.-]*:\/\//iu.test(text) ? text : `http://${text}`;
  const isUri = /^https?:\/\/[^/?#]/iu.test(uri) && !/\s/u.test(uri) && urlOf(uri) !== undefined;
  return isUri ? uri : undefined;
}
