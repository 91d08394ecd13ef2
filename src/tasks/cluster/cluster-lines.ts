import { createHash } from "node:crypto";
import { all, count, oneOf, optional, record, text } from "../../base/codec.js";
import { UsageError } from "../../base/errors.js";
import { parseObject } from "../../base/json.js";
import type { Json, Outcome } from "../../base/types.js";
import { domTree, type DomTree } from "../../extensions/structure/dom-tree.js";
import { cssClasses } from "../../page/features/class-names.js";
import { bodyOfLine, keyOfLine, placeOfLine } from "../../run/lines/lines.js";
import type { RecordReader } from "../../run/lines/record-reader.js";
import type { ClusterSettings } from "../../command/choices.js";
import type { KindPage } from "./cluster-pages.js";
import { checkClusterSettings } from "./near-settings.js";

/*
 * This module has the lines between the steps of a clustering whose lines an engine sorts. The line of a page or a kind
 * is the line of a record with one more field in front, by which the engine brings lines together.
 */

/** Returns a name that only equal pages share: a digest of their tree and classes. */
export const kindName = (tree: DomTree, classes: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify([tree, classes]))
    .digest("base64url");

/**
 * First field of lines with the settings, and of lines with mementos that are in no cluster. It sorts before the name
 * of any kind.
 */
export const FAILED = "!";

const NUMBERS = [
  ...(["structureWeight", "similarity", "overlap", "rounds"] as const),
  ...(["insertCost", "removeCost", "renameCost"] as const),
] as const satisfies readonly (keyof ClusterSettings)[];

/** Returns the settings of a clustering in the form of lines, as numbers separated by commas. */
export const settingsText = (settings: ClusterSettings): string =>
  NUMBERS.map((name) => settings[name] ?? 1).join(",");

/** Parses the text of {@link settingsText}. Throws a `UsageError` for any other text. */
export function settingsOf(written: string): ClusterSettings {
  const values = written.split(",").map(Number);
  const settings = Object.fromEntries(NUMBERS.map((name, at) => [name, values[at] ?? Number.NaN]));
  checkClusterSettings(settings as unknown as ClusterSettings);
  return settings as unknown as ClusterSettings;
}

/** Returns the stamp of lines between steps: the stamp of the records and the settings of the clustering. */
export const stampWith = (stamp: string, settings: ClusterSettings): string =>
  `${stamp} ~${settingsText(settings)}`;

/** Returns the settings from the stamp of the lines read so far. */
export const settingsIn = ({ stamp }: RecordReader): ClusterSettings =>
  settingsOf(stamp.slice(stamp.lastIndexOf(" ~") + 2));

/** Returns the line that carries the settings to the last step. It is written even if the input has no page. */
export const settingsLine = (settings: ClusterSettings): string =>
  `${FAILED}\t\t\t\t${settingsText(settings)}`;

/** Second field of a fact about a kind. It sorts before the position of any page. */
export const FACTS = { tooLarge: " !", cluster: " #", near: " =" } as const;

/** A fact about a kind that one step passes to a later step. */
interface Fact {
  readonly kind: string;
  readonly fact: (typeof FACTS)[keyof typeof FACTS];
  /** Name of the near kind, JSON of the cluster, or an empty text. */
  readonly text: string;
}

export const factLine = ({ kind, fact, text }: Fact): string => `${kind}\t${fact}\t${text}`;

/**
 * Returns the fact in a line. Returns `undefined` if the line contains something else. Throws a `UsageError` for a
 * malformed fact.
 */
export function factOf(line: string): Fact | undefined {
  const [kind, fact, ...text] = line.split("\t", 4);
  const found = Object.values(FACTS).find((each) => each === fact);
  if (found === undefined) return undefined;
  if (kind === "" || text.length !== 1) throw noLine(line);
  return { kind: kind!, fact: found, text: text[0]! };
}

/** Returns the line of the record, without the first field. */
export const recordOf = (line: string): string => line.slice(line.indexOf("\t") + 1);

/** Values before a record's JSON. The record is the record of a page, or of the first page of a kind. */
interface Front {
  /** Name of the kind, if the line is not sorted by this name. */
  readonly kind?: string;
  /** Number of pages of the kind. */
  readonly pages?: number;
  readonly tooLarge?: true;
  readonly keys?: readonly string[];
}

/** Returns the line of a record under a key, with further values in front of its JSON. */
export function withFront(key: string, record: string, front: Front): string {
  const more = JSON.stringify(front).slice(1, -1);
  const body = bodyOfLine(record);
  const rest = more === "" ? body : `{${more},${body.slice(1)}`;
  return `${key}\t${placeOfLine(record)}\t${rest}`;
}

/** Values in front of the record of a kind. */
export interface KindFront {
  readonly kind: string;
  readonly pages: number;
  readonly tooLarge: boolean;
  readonly keys: readonly string[];
}

/**
 * Parses the values before a kind's record without parsing the record. Returns `undefined` for a line with something
 * else. Throws a `UsageError` for malformed values.
 */
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

/** Features of a page that clustering needs, in this order. */
export const FEATURES_OF_KIND = [domTree, cssClasses] as const;

/** Parses the kind in a line. Throws a `UsageError` for a line that no step writes. */
export function pageOf(line: string, reader: RecordReader): KindPage {
  const page = pageOfFeatures(reader.decode(recordOf(line)).features);
  if (page === undefined) throw noLine(line);
  return page;
}

/** Returns tree and classes from their outcomes. Returns `undefined` if one of them has no value. */
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

/** Returns the error for a line that no step writes. */
export const noLine = (line: string): UsageError =>
  new UsageError(
    `a line was not written by the step before: ${JSON.stringify(line.slice(0, 60))}. See docs/many-machines.md.`,
  );

/** Groups sorted lines by their first field. */
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
