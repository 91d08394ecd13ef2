import { createHash } from "node:crypto";
import { all, count, oneOf, optional, record, text } from "../../base/codec.js";
import { UsageError } from "../../base/errors.js";
import { parseObject } from "../../base/json.js";
import type { Json, Outcome } from "../../base/types.js";
import { cssClasses, domTree, type DomTree } from "../../page/features/structure.js";
import { bodyOfLine, keyOfLine, placeOfLine } from "../../run/lines/lines.js";
import type { RecordReader } from "../../run/lines/record-reader.js";
import type { ClusterSettings } from "../../command/choices.js";
import type { KindPage } from "./cluster-pages.js";
import { checkClusterSettings } from "./near-settings.js";

/*
 * Lines between the steps of a clustering that an engine sorts. A line of a page or of a kind is that of a record with one
 * more field in front, by which lines are brought together.
 */

/** A name that only equal pages share: that of their kind. */
export const kindName = (tree: DomTree, classes: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify([tree, classes]))
    .digest("base64url");

/** The first field of the settings and of mementos that are in no cluster: it sorts before any kind. */
export const FAILED = "!";

const NUMBERS = [
  ...(["structureWeight", "similarity", "overlap", "rounds"] as const),
  ...(["insertCost", "removeCost", "renameCost"] as const),
] as const satisfies readonly (keyof ClusterSettings)[];

/** The settings of a clustering as lines carry them: numbers, separated by commas. */
export const settingsText = (settings: ClusterSettings): string =>
  NUMBERS.map((name) => settings[name] ?? 1).join(",");

/** Reads what {@link settingsText} wrote; throws a `UsageError` for anything else. */
export function settingsOf(written: string): ClusterSettings {
  const values = written.split(",").map(Number);
  const settings = Object.fromEntries(NUMBERS.map((name, at) => [name, values[at] ?? Number.NaN]));
  checkClusterSettings(settings as unknown as ClusterSettings);
  return settings as unknown as ClusterSettings;
}

/** The stamp of lines between steps: that of the records, and the settings of the clustering. */
export const stampWith = (stamp: string, settings: ClusterSettings): string =>
  `${stamp} ~${settingsText(settings)}`;

/** The settings in the stamp of the lines that were read. */
export const settingsIn = ({ stamp }: RecordReader): ClusterSettings =>
  settingsOf(stamp.slice(stamp.lastIndexOf(" ~") + 2));

/** The line by which the settings reach the last step, also where there is no page. */
export const settingsLine = (settings: ClusterSettings): string =>
  `${FAILED}\t\t\t\t${settingsText(settings)}`;

/** The second field of a fact about a kind; it sorts before the place of any page. */
export const FACTS = { tooLarge: " !", cluster: " #", near: " =" } as const;

/** Something that is known of a kind. */
interface Fact {
  readonly kind: string;
  readonly fact: (typeof FACTS)[keyof typeof FACTS];
  /** The kind that is near, or JSON of the cluster. */
  readonly text: string;
}

export const factLine = ({ kind, fact, text }: Fact): string => `${kind}\t${fact}\t${text}`;

/** The fact that a line holds; undefined for another line. */
export function factOf(line: string): Fact | undefined {
  const [kind, fact, ...text] = line.split("\t", 4);
  const found = Object.values(FACTS).find((each) => each === fact);
  if (found === undefined) return undefined;
  if (kind === "" || text.length !== 1) throw noLine(line);
  return { kind: kind!, fact: found, text: text[0]! };
}

/** The line behind its first field: that of a record. */
export const recordOf = (line: string): string => line.slice(line.indexOf("\t") + 1);

/** What is written in front of the record of a page: of its first one, where the line is that of a kind. */
interface Front {
  /** The kind, where the line is not sorted by it. */
  readonly kind?: string;
  /** Pages of the kind. */
  readonly pages?: number;
  readonly tooLarge?: true;
  readonly keys?: readonly string[];
}

/** The line of a record under a key, with more in front of its JSON. */
export function withFront(key: string, record: string, front: Front): string {
  const more = JSON.stringify(front).slice(1, -1);
  const body = bodyOfLine(record);
  const rest = more === "" ? body : `{${more},${body.slice(1)}`;
  return `${key}\t${placeOfLine(record)}\t${rest}`;
}

/** What is written in front of the record of a kind. */
export interface KindFront {
  readonly kind: string;
  readonly pages: number;
  readonly tooLarge: boolean;
  readonly keys: readonly string[];
}

/** Reads it without the rest; undefined for a line that is not one of a kind. */
export function kindFrontOf(line: string): KindFront | undefined {
  const body = bodyOfLine(recordOf(line));
  const end = body.indexOf(',"capture":');
  const front = end < 0 ? undefined : parseObject(`${body.slice(0, end)}}`);
  if (front?.["kind"] === undefined) return undefined;
  if (!frontOfKind.is(front) || front.pages === 0) throw noLine(line);
  const { kind, pages, tooLarge = false, keys = [] } = front;
  return { kind, pages, tooLarge, keys };
}

const frontOfKind = record<Front & Pick<KindFront, "kind" | "pages">>({
  kind: text,
  pages: count,
  tooLarge: optional(oneOf(true)),
  keys: optional(all(text)),
});

/** What is read of a page, in this order. */
export const FEATURES_OF_KIND = [domTree, cssClasses] as const;

/** Reads a kind from its line; throws a `UsageError` for what no step wrote. */
export function pageOf(line: string, reader: RecordReader): KindPage {
  const page = pageOfFeatures(reader.decode(recordOf(line)).features);
  if (page === undefined) throw noLine(line);
  return page;
}

/** Tree and classes of their outcomes; undefined where one of them has no value. */
export function pageOfFeatures([tree, classes]: readonly (Outcome<Json> | undefined)[]):
  | KindPage
  | undefined {
  if (tree === undefined || classes === undefined) return undefined;
  if (!("value" in tree && "value" in classes)) return undefined;
  return {
    tree: tree.value as DomTree,
    classes: (classes.value as readonly string[] | null) ?? [],
  };
}

/** What is said of a line that no step wrote. */
export const noLine = (line: string): UsageError =>
  new UsageError(
    `a line is not one that the step before writes: ${JSON.stringify(line.slice(0, 60))}. See docs/many-machines.md.`,
  );

/** Sorted lines, all of one first field at a time. */
export async function* byKey(
  lines: AsyncIterable<string>,
): AsyncGenerator<{ readonly key: string; readonly lines: readonly string[] }> {
  let [key, held]: [string, string[]] = ["", []];
  for await (const line of lines) {
    const own = keyOfLine(line);
    if (own !== key && held.length > 0) {
      yield { key, lines: held };
      held = [];
    }
    key = own;
    held.push(line);
  }
  if (held.length > 0) yield { key, lines: held };
}
