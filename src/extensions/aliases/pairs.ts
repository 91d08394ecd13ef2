import { parseDatetime } from "../../base/datetime.js";
import { UsageError } from "../../base/errors.js";
import { counted } from "../../base/text.js";
import { seedKey } from "../../base/uri.js";
import type { NamedPages } from "../../score/evidence/collection-evidence.js";
import type { AliasPair } from "../../score/settings/collection-choices.js";
import type { Settings } from "../../score/settings/types.js";
import { NamedPage, type Step } from "./named-page.js";

/** Number of wrong lines that are told. Further ones are counted. */
const MOST_TOLD = 5;

class WrongLines {
  readonly #told: string[] = [];
  #count = 0;

  add(what: string): void {
    this.#count += 1;
    if (this.#told.length < MOST_TOLD) this.#told.push(what);
  }

  /** Throws a `UsageError` that tells of the wrong lines, if there are any. */
  refuse(file: string): void {
    const more = this.#count - this.#told.length;
    const others = more > 0 ? [`and ${counted(more, "more line")}`] : [];
    if (this.#count === 0) return;
    throw new UsageError(`--aliases ${file}: ${[...this.#told, ...others].join("; ")}.`);
  }
}

/**
 * Reads the pages that have moved: a line for each move with the old URI-R, the new one, and a date from which the page
 * is there, separated by TABs. The date may be left out. Throws a `UsageError` that tells of the
 * wrong lines.
 *
 * @example
 * ```js
 * const pairs = readAliases("http://old.example/\thttps://new.example/\t2013-05\n", "moves.tsv");
 * console.log(pairs[0]?.new, pairs[0]?.from);
 * // https://new.example/ 2013-05-01T00:00:00Z
 * ```
 */
export function readAliases(text: string, file: string): readonly AliasPair[] {
  const pairs: (AliasPair & { readonly line: number })[] = [];
  const wrong = new WrongLines();
  const lines = text.replace(/^\u{feff}/u, "").split(/\r?\n/u);
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const pair = pairOf(line);
    if (typeof pair === "string") wrong.add(`line ${at + 1} ${pair}`);
    else pairs.push({ ...pair, line: at + 1 });
  }
  wrong.refuse(file);
  for (const contradiction of contradictions(pairs)) wrong.add(contradiction);
  wrong.refuse(file);
  if (pairs.length === 0) {
    throw new UsageError(
      `--aliases ${file} names no page that has moved. Write old TAB new TAB date on each line, or give --aliases auto.`,
    );
  }
  return pairs.map((pair) => ({ old: pair.old, new: pair.new, from: pair.from }));
}

/** Returns the pair of a line, or what is wrong with the line. */
function pairOf(line: string): AliasPair | string {
  const fields = line.split("\t").map((field) => field.trim());
  const [old = "", renamed = "", date = "", ...rest] = fields;
  if (fields.length < 2 || rest.some((field) => field !== "")) {
    return `has ${counted(fields.length, "field")}, not old TAB new TAB date`;
  }
  const [from, to] = [uriOf(old), uriOf(renamed)];
  if (from === undefined || to === undefined) {
    return `has ${shown(from === undefined ? old : renamed)}, which is not a URI`;
  }
  if (date === "") return { old: from, new: to };
  const parsed = parseDatetime(date);
  if (parsed === undefined) return `has ${shown(date)}, which is not a date such as 2013-05-01`;
  return { old: from, new: to, from: parsed };
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 100));

/** Returns a URI-R. Lists often leave out the scheme. */
function uriOf(text: string): string | undefined {
  const uri = /^[a-z][a-z0-9+.-]*:\/\//iu.test(text) ? text : `http://${text}`;
  const isUri = /^https?:\/\/[^/?#]/iu.test(uri) && !/\s/u.test(uri) && URL.canParse(uri);
  return isUri ? uri : undefined;
}

/** Returns what is wrong with lines of which each is right by itself. */
function* contradictions(
  pairs: readonly (AliasPair & { readonly line: number })[],
): Generator<string> {
  const before = new Map<string, (typeof pairs)[number]>();
  let isClear = true;
  for (const pair of pairs) {
    const { old, from, line } = pair;
    const key = seedKey(old);
    if (key === seedKey(pair.new)) continue;
    const other = before.get(key);
    before.set(key, pair);
    const isOther = other !== undefined && seedKey(other.new) !== seedKey(pair.new);
    if (!isOther || (from !== undefined && other.from !== undefined)) continue;
    isClear = false;
    yield `line ${line} moves ${old}, and line ${other.line} moves it elsewhere: give both a date`;
  }
  if (!isClear) return;
  for (const page of pagesOf(pairs, "surt")) {
    if (!page.isCircle || page.steps.every(({ from }) => from !== undefined)) continue;
    yield `the lines of ${page.steps[0]!.old} lead in a circle: give each of them a date`;
  }
}

function pagesOf(
  pairs: readonly AliasPair[],
  by: Settings["groupCapturesBy"],
): readonly NamedPage[] {
  const steps = pairs.flatMap((pair): Step[] => {
    const [key, next] = [seedKey(pair.old, by), seedKey(pair.new, by)];
    return key === next ? [] : [{ ...pair, key, next }];
  });
  return NamedPage.all(steps);
}

/** Returns what the pairs of the user say of the names of pages. */
export function namesInPairs(pairs: readonly AliasPair[], settings: Settings): NamedPages {
  return { pages: pagesOf(pairs, settings.groupCapturesBy).map((page) => page.names()) };
}
