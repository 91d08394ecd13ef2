import { UsageError } from "../base/errors.js";
import { hash53 } from "../base/math/sketch.js";
import { counted } from "../base/text.js";
import type { Outcome } from "../base/types.js";
import type { FeatureRecord } from "../page/types.js";
import type { MeasureResult } from "./types.js";
import { ELSEWHERE_VOTE } from "./decide.js";
import { rawFlags } from "./likeness.js";

/**
 * Where else the text of a memento stands. A text that is (nearly) the same under unrelated sites is the page of a host or
 * registrar. One that is the same in many TimeMaps of its own site may be a soft 404, but more often it is an application's frame
 * or a large menu; so this is reported and not counted (docs/decision.md has the figures).
 *
 * A sketch of a text (the smallest hashes of its character n-grams) is cut into bands: its hashes go into 8 classes by their
 * remainder, and the 5 smallest of a class are a band. Texts of likeness (Jaccard index) .95 share a band with probability
 * .77, of .5 with .03. Two bands must agree, so unrelated texts do not.
 */
const CLASSES = 8;
const HASHES = 5;
/** Texts with fewer full bands have too few characters to be recognised. */
const FEWEST_BANDS = 4;
/** TimeMaps of one site with the same text before this is of note: a home page often has two names. */
const FEWEST_OF_SITE = 3;
/** Sites of a band that a file names; of more it has the number. */
const MOST_SITES = 32;
const HEAD = "detect_off_topic elsewhere 1";

/** Where the text of a memento stands besides its own TimeMap. */
interface Elsewhere {
  /** Other sites, and their TimeMaps. */
  readonly sites: number;
  readonly timeMaps: number;
  /** Other TimeMaps of its own site. */
  readonly ofSite: number;
}

/** The bands of a sketch, none of a text that is too short. */
export function bandsOf(sketch: readonly number[]): number[] {
  const classes: number[][] = Array.from({ length: CLASSES }, () => []);
  for (const hash of sketch) {
    const own = classes[hash % CLASSES]!;
    if (own.length < HASHES) own.push(hash);
  }
  const full = classes.flatMap((hashes, at) =>
    hashes.length === HASHES ? [hash53(`${at},${hashes.join(",")}`)] : [],
  );
  return full.length < FEWEST_BANDS ? [] : full;
}

/** Sites and bands as they stand in a file: 11 digits, so that lines are sorted. */
const digits = (hash: number): string => hash.toString(36).padStart(11, "0");

/** Names the site of a URI-R. */
type SiteOf = (uriR: string) => string;

/** The lines that a record gives to be sorted: band, site, TimeMap. */
export function placesOf(
  { capture, key }: FeatureRecord,
  sketch: readonly number[],
  siteOf: SiteOf,
): readonly string[] {
  const place = `${digits(hash53(siteOf(capture.uriR)))}\t${hash53(key).toString(36)}`;
  return bandsOf(sketch).map((band) => `${digits(band)}\t${place}`);
}

/** Whether a line is one that {@link placesOf} gives. */
export const isPlace = (line: string): boolean =>
  /^[\da-z]{11}\t[\da-z]{11}\t[\da-z]+$/u.test(line);

/** The lines of a file: the bands of sorted places that stand in several sites, or in several TimeMaps of one. */
export async function* elsewhereLines(
  sortedPlaces: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  yield HEAD;
  let band = "";
  let sites = new Map<string, number>();
  let last = "";
  const line = (): string[] => {
    const counts = [...sites].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const most = counts[0]?.[1] ?? 0;
    if (counts.length < 2 && most < FEWEST_OF_SITE) return [];
    const named = counts.slice(0, MOST_SITES).map(([site, timeMaps]) => `${site}:${timeMaps}`);
    const timeMaps = counts.reduce((sum, [, count]) => sum + count, 0);
    return [`${band}\t${counts.length}\t${timeMaps}\t${named.join(",")}`];
  };
  for await (const place of sortedPlaces) {
    if (place === last) continue;
    last = place;
    const [own = "", site = ""] = place.split("\t");
    if (own !== band) {
      yield* line();
      band = own;
      sites = new Map();
    }
    sites.set(site, (sites.get(site) ?? 0) + 1);
  }
  yield* line();
}

/** The texts that stand in several places, by their bands: plain data, so that it can be sent to a thread. */
export type ElsewhereTable = ReadonlyMap<string, string>;

/**
 * Reads what `elsewhere` or `elsewhereRecords` wrote, also parts of it put together. Throws a `UsageError` for anything else.
 *
 * @example
 * ```js
 * import { readFileSync } from "node:fs";
 *
 * const lines = readFileSync("elsewhere.tsv", "utf8").split("\n");
 * const elsewhere = readElsewhere(lines, "elsewhere.tsv");
 * for await (const { overall } of detect({
 *   input: "warc=crawl.warc",
 *   elsewhere,
 *   elsewhereVote: 3,
 * })) {
 *   console.log(overall);
 * }
 * // on-topic
 * // off-topic
 * ```
 */
export function readElsewhere(lines: Iterable<string>, name: string): ElsewhereTable {
  const table = new Map<string, string>();
  let isFirst = true;
  for (const line of lines) {
    if ((line === "" || line === HEAD) && !isFirst) continue;
    const tab = line.indexOf("\t");
    if (isFirst ? line !== HEAD : !/^[\da-z]{11}\t\d+\t\d+\t[\da-z]{11}:\d+/u.test(line)) {
      throw new UsageError(`${name} is not a file that elsewhere wrote: ${line.slice(0, 60)}`);
    }
    if (!isFirst) table.set(line.slice(0, tab), line.slice(tab + 1));
    isFirst = false;
  }
  if (isFirst) throw new UsageError(`${name} is empty: give a file that elsewhere wrote.`);
  return table;
}

/** Looks mementos up in a table. */
export class ElsewhereTexts {
  readonly #table: ElsewhereTable;
  readonly #siteOf: SiteOf;
  readonly #threshold: number | undefined;

  /** `threshold`: the score from which there is a vote for off-topic; without one the score is reported only. */
  constructor(table: ElsewhereTable, siteOf: SiteOf, threshold?: number) {
    this.#table = table;
    this.#siteOf = siteOf;
    this.#threshold = threshold;
  }

  /** Where a text stands, by the second best of its bands: one band may agree by chance. */
  find(uriR: string, sketch: readonly number[]): Elsewhere {
    const own = digits(hash53(this.#siteOf(uriR)));
    const found = bandsOf(sketch).flatMap((band): Elsewhere[] => {
      const entry = this.#table.get(digits(band));
      return entry === undefined ? [] : [readEntry(entry, own)];
    });
    const [, second] = found.sort(
      (a, b) => b.sites - a.sites || b.ofSite - a.ofSite || b.timeMaps - a.timeMaps,
    );
    return second ?? { sites: 0, timeMaps: 0, ofSite: 0 };
  }

  /** The vote on a memento, in the form of a measure's. */
  vote({ capture }: FeatureRecord, sketch: Outcome<unknown>): MeasureResult {
    const facts = { name: ELSEWHERE_VOTE, flags: rawFlags() };
    if ("problem" in sketch) return { ...facts, outcome: sketch };
    const found = this.find(capture.uriR, sketch.value as readonly number[]);
    const score = found.sites;
    const threshold = this.#threshold;
    const topicStatus =
      threshold === undefined ? undefined : score >= threshold ? "off-topic" : "on-topic";
    return {
      ...facts,
      outcome: { value: { score, topicStatus } },
      ...((score > 0 || found.ofSite > 1) && { comparedWith: described(found) }),
    };
  }
}

function readEntry(entry: string, own: string): Elsewhere {
  const [sites = "", timeMaps = "", named = ""] = entry.split("\t");
  const place = named.split(",").find((each) => each.startsWith(own));
  const ofSite = place === undefined ? 0 : Number(place.slice(own.length + 1));
  // Of a text in more sites than are named, its own site is one of them.
  const isIn = place !== undefined || Number(sites) > MOST_SITES;
  return {
    sites: Number(sites) - (isIn ? 1 : 0),
    timeMaps: Number(timeMaps) - ofSite,
    ofSite: Math.max(0, ofSite - 1),
  };
}

function described({ sites, timeMaps, ofSite }: Elsewhere): string {
  const parts = [
    ...(sites > 0 ? [`${counted(timeMaps, "TimeMap")} of ${counted(sites, "other site")}`] : []),
    ...(ofSite > 0 ? [`${counted(ofSite, "other TimeMap")} of its site`] : []),
  ];
  return `the same text in ${parts.join(" and ")}`;
}
