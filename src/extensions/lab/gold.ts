import { parseDatetime, toFourteenDigits } from "../../base/datetime.js";
import { UsageError } from "../../base/errors.js";
import { groupBy, pairUp } from "../../base/math/group-by.js";
import type { TopicStatus } from "../../base/types.js";
import { seedKey } from "../../base/uri.js";
import {
  type Decision,
  type LabelColumns,
  labelRows,
  mergeDecisions,
  parseDecisions,
  readLabel,
  uriMOf,
} from "../../write/decisions.js";
import { captureKey, insideUriM, type SavedMemento } from "../../write/entry.js";
import type { SavedResults } from "../../write/read-results.js";

/** A verdict of a person. */
export interface GoldRow {
  /** Line in the file, from 1. */
  readonly number: number;
  /** ISO 8601 in UTC. Absent in a file of overrides. */
  readonly mementoDatetime?: string;
  /** URI-R of a seed, or URI-M. */
  readonly uri: string;
  readonly label: TopicStatus;
  readonly pattern?: string;
  readonly kind?: string;
  readonly lang?: string;
  readonly collection?: string;
}

/** Gold data, with counts of the rows that could not be used. */
export interface Gold {
  readonly file: string;
  /** Decisions of the file, if it is a file of decisions. */
  readonly decisions?: readonly Decision[];
  readonly rows: readonly GoldRow[];
  /** Rows whose label is neither 1 nor 0: `ERROR` in results written as gold data, or a mistake. */
  readonly badLabels: RowCount;
  /** Rows without a URI, or without a date that can be parsed. */
  readonly badRows: RowCount;
  /**
   * Number of rows of mementos that a person has seen but not decided (`?`), or has not seen yet. They are not
   * mistakes, but cannot be used.
   */
  readonly unsure: number;
}

/** Number of rows, and the first few of them for a message. */
export interface RowCount {
  readonly count: number;
  readonly examples: readonly string[];
}

const EXAMPLES = 3;
const LONGEST_EXAMPLE = 80;

/** Counts things, and keeps the first few as text. */
export class Counting implements RowCount {
  count = 0;
  readonly examples: string[] = [];

  add(example: string): void {
    this.count += 1;
    if (this.examples.length < EXAMPLES) this.examples.push(example.slice(0, LONGEST_EXAMPLE));
  }
}

/**
 * Parses gold data: rows of id, date, URI and label (1 on-topic, 0 off-topic), separated by tabs, as in the published
 * gold standard. It also parses a file of overrides (URI, label) or of decisions. A header names the columns. Without a
 * header they are in the published order. Throws a `UsageError` for a file without usable rows.
 */
export function parseGold(text: string, file: string): Gold {
  const badLabels = new Counting();
  const badRows = new Counting();
  let unsure = 0;
  let rows: GoldRow[] = [];
  let areDecisions = false;
  for (const { number, fields, field, columns } of labelRows(text)) {
    areDecisions ||= isOfDecisions(columns);
    const isDated = columns.has("date") && (field("date") !== "" || !isOfDecisions(columns));
    const uri = field("uri");
    const label = readLabel(field("label"));
    const mementoDatetime = isDated ? parseDatetime(field("date")) : undefined;
    if (uri === "" || (isDated && mementoDatetime === undefined)) {
      badRows.add(`line ${number}: ${fields.join(" ")}`);
    } else if (label === "unsure" || (field("label") === "" && isOfDecisions(columns))) {
      unsure += 1;
    } else if (label === undefined) {
      badLabels.add(`line ${number}: "${field("label")}"`);
    } else {
      rows.push({
        ...{ number, uri, label, mementoDatetime },
        pattern: field("pattern") || undefined,
        kind: field("kind") || undefined,
        lang: field("lang") || undefined,
        collection: field("collection") || undefined,
      });
    }
  }
  const decisions = areDecisions ? parseDecisions(text).decisions : undefined;
  if (decisions !== undefined) rows = standingRows(rows, decisions);
  const gold = { file, decisions, rows, badLabels, badRows, unsure };
  if (rows.length === 0 && (decisions ?? []).length === 0) throw nothingIn(gold);
  return gold;
}

/** Returns the newest row for each memento with several decisions. */
function standingRows(rows: readonly GoldRow[], decisions: readonly Decision[]): GoldRow[] {
  const labels = new Map(mergeDecisions(decisions).map(({ uriM, label }) => [uriM, label]));
  return rows.filter(({ uri, label }) => {
    const isStanding = labels.get(uriMOf(uri)) === label;
    if (isStanding) labels.delete(uriMOf(uri));
    return isStanding;
  });
}

/** Returns true for the columns of a file of decisions, in which rows may have no label yet and no date. */
const isOfDecisions = (columns: LabelColumns): boolean => columns.has("at") || columns.has("drawn");

function nothingIn({ file, badLabels, badRows }: Gold): UsageError {
  const [example = "none"] = [...badLabels.examples, ...badRows.examples];
  return new UsageError(
    `${file} has no gold data: labels that are not 0 or 1: ${badLabels.count}, rows without a URI or a date that can be read: ${badRows.count}, e.g. ${example}. ` +
      "Give tab-separated id, date (14 digits), URI, label (1 or 0).",
  );
}

/** A verdict of a person with the result of the tool. */
export interface JudgedMemento {
  readonly gold: GoldRow;
  /** Result for the memento. Absent if the results do not contain the memento. */
  readonly memento?: SavedMemento;
  /**
   * Unit that cross-validation never splits. It is the URI-T, even of a missing memento, or the seed if the results
   * have no TimeMap of the seed.
   */
  readonly timeMap: string;
}

/** Gold data matched with results. */
export interface Matching {
  readonly judged: readonly JudgedMemento[];
  /** Rows whose memento the results do not contain. They are also in `judged`. */
  readonly missing: RowCount;
  /** Rows with a memento that an earlier row has named. They are left out. */
  readonly duplicates: RowCount;
  /** Number of duplicate rows with a different label. */
  readonly contradictions: number;
  /** Number of mementos that no row names. They are left out. */
  readonly withoutGold: number;
}

/**
 * Finds the memento of each row by URI-M, or else by second and URI-R, or else by second and SURT of the URI-R. Several
 * captures of one second are matched with several rows in their order. A row without a date matches the memento with
 * that URI-M, or all mementos with that URI-R that have no row of their own.
 */
export function matchGold(gold: Gold, results: SavedResults): Matching {
  const { mementos } = results;
  const dated = gold.rows.filter(({ mementoDatetime }) => mementoDatetime !== undefined);
  const undated = gold.rows.filter(({ mementoDatetime }) => mementoDatetime === undefined);
  const found = pairUp(dated, mementos, [
    [({ uri }) => uri, ({ uriM }) => uriM],
    [
      ({ uri, mementoDatetime }) => secondOf(uri, mementoDatetime),
      ({ capture: { uriR, mementoDatetime } }) => secondOf(uriR, mementoDatetime),
    ],
    [rowKey, ({ capture }) => captureKey(capture)],
  ]);
  const used = new Set(found.values());
  const byUriM = groupBy(mementos, ({ uriM }) => uriM);
  const bySeed = groupBy(mementos, ({ capture: { uriR } }) => uriR && seedKey(uriR));
  const judged: JudgedMemento[] = [];
  const missing = new Counting();
  const duplicates = new Counting();
  let contradictions = 0;
  const labelled = new Map<string, GoldRow>();
  /** Adds a row with its mementos. A row without mementos is left out as a duplicate if its key has occurred before. */
  const judge = (row: GoldRow, key: string, own: readonly SavedMemento[]): void => {
    const before = labelled.get(key);
    if (own.length === 0 && before !== undefined) {
      duplicates.add(`line ${row.number}: ${row.uri}`);
      if (before.label !== row.label) contradictions += 1;
      return;
    }
    labelled.set(key, row);
    for (const memento of own) judged.push({ gold: row, memento, timeMap: memento.uriT });
    if (own.length > 0) return;
    missing.add(`line ${row.number}: ${row.uri}`);
    const seed = seedKey(insideUriM(row.uri)?.uriR ?? row.uri);
    judged.push({ gold: row, timeMap: bySeed.get(seed)?.[0]?.uriT ?? seed });
  };
  for (const row of dated) {
    const memento = found.get(row);
    judge(row, rowKey(row) ?? "", memento === undefined ? [] : [memento]);
  }
  labelled.clear();
  // Rows of single mementos come before rows of all mementos of a seed.
  const bySpecificity = [true, false].flatMap((isUriM) =>
    undated.filter(({ uri }) => byUriM.has(uri) === isUriM),
  );
  for (const row of bySpecificity) {
    const all = labelled.has(row.uri)
      ? []
      : (byUriM.get(row.uri) ?? bySeed.get(seedKey(row.uri)) ?? []);
    const own = all.filter((memento) => !used.has(memento));
    for (const memento of own) used.add(memento);
    judge(row, row.uri, own);
  }
  return { judged, missing, duplicates, contradictions, withoutGold: mementos.length - used.size };
}

/** Returns `undefined` if one is missing. */
const secondOf = (
  uriR: string | undefined,
  mementoDatetime: string | undefined,
): string | undefined =>
  uriR === undefined || mementoDatetime === undefined
    ? undefined
    : `${toFourteenDigits(mementoDatetime)} ${uriR}`;

/** Returns the key of the capture that a row names by URI-M, or by URI-R and date. */
function rowKey({ uri, mementoDatetime }: GoldRow): string | undefined {
  const inside = insideUriM(uri);
  return captureKey({
    uriR: inside?.uriR ?? uri,
    mementoDatetime: inside?.mementoDatetime ?? mementoDatetime,
  });
}

/** Throws a `UsageError` if no row matches any memento, because the files then belong to different collections. */
export function requireAnyMatch(
  { judged, missing }: Matching,
  gold: Pick<Gold, "file">,
  results: Pick<SavedResults, "file">,
): void {
  if (judged.some(({ memento }) => memento !== undefined)) return;
  const [example = ""] = missing.examples;
  throw new UsageError(
    `no gold row (${judged.length} in ${gold.file}) matches a memento of ${results.file}, e.g. ${example}. ` +
      "Rows name a URI-M, or a URI-R and the second of the capture.",
  );
}
