import { UsageError } from "../../base/errors.js";
import { sketchBands } from "../../base/math/near-groups.js";
import { hash53 } from "../../base/math/sketch.js";
import { loadSites, siteOf } from "../../base/site.js";
import { counted } from "../../base/text.js";
import type { Outcome } from "../../base/types.js";
import type { FeatureRecord } from "../../page/types.js";
import type { ElsewhereTable } from "../settings/collection-choices.js";
import { elsewhereSettings } from "../settings/measure-options.js";
import type { MeasureResult } from "../types.js";
import { rawFlags } from "../scoring/likeness.js";
import type { CollectionEvidence, LineSource, SurveyRound } from "./collection-evidence.js";

/*
 * Finds texts that several TimeMaps share. A text that is (nearly) the same on unrelated sites is the page of a hosting
 * service or registrar. One that is the same in many TimeMaps of its own site may be a soft 404, but more often it is
 * the frame of an application or a large menu; therefore this is reported but not counted (docs/decision.md has the
 * figures).
 *
 * Such texts share bands of their sketches. Two bands must agree, which excludes unrelated texts.
 */

/** A home page often has two names, so two TimeMaps are common. */
const FEWEST_OF_SITE = 3;
/** The file has only the number of further sites. */
const MOST_SITES = 32;
const HEAD = "detect_off_topic elsewhere 1";

/** Occurrences of a memento's text outside its own TimeMap. */
interface PlacesOfText {
  /** Number of other sites, and of their TimeMaps. */
  readonly sites: number;
  readonly timeMaps: number;
  /** Number of other TimeMaps of the same site. */
  readonly ofSite: number;
}

/** Returns a hash of a site or band as written in files: 11 characters, so that lines can be sorted. */
const digits = (hash: number): string => hash.toString(36).padStart(11, "0");

/** Returns the lines to sort for a record: band, site, TimeMap. */
function placesOf({ capture, key }: FeatureRecord, sketch: readonly number[]): readonly string[] {
  const place = `${digits(hash53(siteOf(capture.uriR)))}\t${hash53(key).toString(36)}`;
  return sketchBands(sketch).map((band) => `${digits(band)}\t${place}`);
}

export const isPlace = (line: string): boolean =>
  /^[\da-z]{11}\t[\da-z]{11}\t[\da-z]+$/u.test(line);

/**
 * Yields the lines of a file: the bands of sorted places that occur on several sites, or in several TimeMaps of one
 * site.
 */
export async function* sharedTextLines(sortedPlaces: LineSource): AsyncGenerator<string> {
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

/**
 * Reads the output of `elsewhere` or `elsewhereRecords`, or several outputs concatenated. Throws a `UsageError` for any
 * other text.
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

export class SharedTexts {
  readonly #table: ElsewhereTable;
  readonly #threshold: number | undefined;

  /**
   * `threshold` is the minimum number of other sites for a vote for off-topic. Without it, the number is only reported.
   */
  constructor(table: ElsewhereTable, threshold?: number) {
    this.#table = table;
    this.#threshold = threshold;
  }

  /** Returns the places of a text by its second best band, because one band may agree by chance. */
  find(uriR: string, sketch: readonly number[]): PlacesOfText {
    const own = digits(hash53(siteOf(uriR)));
    const found = sketchBands(sketch).flatMap((band): PlacesOfText[] => {
      const entry = this.#table.get(digits(band));
      return entry === undefined ? [] : [readEntry(entry, own)];
    });
    const [, second] = found.sort(
      (a, b) => b.sites - a.sites || b.ofSite - a.ofSite || b.timeMaps - a.timeMaps,
    );
    return second ?? { sites: 0, timeMaps: 0, ofSite: 0 };
  }

  vote({ capture }: FeatureRecord, sketch: Outcome<unknown>): MeasureResult {
    const facts = { name: elsewhere.keyword, flags: rawFlags() };
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

function readEntry(entry: string, own: string): PlacesOfText {
  const [sites = "", timeMaps = "", named = ""] = entry.split("\t");
  const place = named.split(",").find((each) => each.startsWith(own));
  const ofSite = place === undefined ? 0 : Number(place.slice(own.length + 1));
  // The file lists at most MOST_SITES sites. If more have this text, assume that this page's site is one of them.
  const isIn = place !== undefined || Number(sites) > MOST_SITES;
  return {
    sites: Number(sites) - (isIn ? 1 : 0),
    timeMaps: Number(timeMaps) - ofSite,
    ofSite: Math.max(0, ofSite - 1),
  };
}

function described({ sites, timeMaps, ofSite }: PlacesOfText): string {
  const parts = [
    ...(sites > 0 ? [`${counted(timeMaps, "TimeMap")} of ${counted(sites, "other site")}`] : []),
    ...(ofSite > 0 ? [`${counted(ofSite, "other TimeMap")} of its site`] : []),
  ];
  return `the same text in ${parts.join(" and ")}`;
}

/** Finds the texts of a collection that several of its TimeMaps share. */
export const placesRound: SurveyRound<ElsewhereTable> = {
  ofRecord: (record, [sketch]) =>
    sketch !== undefined && "value" in sketch
      ? placesOf(record, sketch.value as readonly number[])
      : [],
  async data(sorted) {
    const lines: string[] = [];
    for await (const line of sharedTextLines(sorted)) lines.push(line);
    return readElsewhere(lines, "--elsewhere collection");
  },
  inPart:
    "--elsewhere collection needs the whole input, and reduce may read a part of it. Give --elsewhere FILE with a file that the command elsewhere wrote.",
  withoutFeatures:
    "records without character n-grams do not show which texts are shared. Run map with --profile default or --elsewhere.",
};

/** Texts that several TimeMaps share. */
export const elsewhere: CollectionEvidence<ElsewhereTable> = {
  keyword: "elsewhere",
  summary: "Counts the other sites with nearly the same text.",
  choose: elsewhereSettings,
  isAsked: ({ elsewhere: isAsked }) => isAsked === true,
  voter: ({ elsewhereVote }) => (elsewhereVote === undefined ? undefined : "elsewhere"),
  requests: () => [{ feature: "char-ngrams", options: {} }],
  load: loadSites,
  survey: (table) => (table === undefined ? placesRound : undefined),
  judge(table, { settings: { elsewhereVote }, at: [sketch = 0] }) {
    const texts = new SharedTexts(table, elsewhereVote);
    return {
      of: (record, values) => ({ measure: texts.vote(record, values.feature(sketch, record)) }),
      ...(elsewhereVote !== undefined && {
        scale: {
          range: [0, Infinity],
          equalScore: 0,
          threshold: elsewhereVote,
          comparison: ">=",
        },
      }),
    };
  },
};
