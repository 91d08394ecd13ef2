import { compareDatetimes } from "../../base/datetime.js";
import { append } from "../../base/math/group-by.js";
import { hash53 } from "../../base/math/sketch.js";
import { seedKey } from "../../base/uri.js";
import type { TermCounts } from "../../page/features/words.js";
import type { FeatureRecord } from "../../page/types.js";
import type { LineSource, SurveyRound } from "../../score/evidence/collection-evidence.js";
import { strongSignal } from "../../score/evidence/kinds.js";
import { pageKindOf } from "../../score/evidence/page-kind.js";
import type { Values as RecordValues } from "../../score/scoring/compare.js";
import type { Settings } from "../../score/settings/types.js";
import { isOwnPage, isPermanent, leadsTo, nameOf } from "./candidates.js";
import { decided } from "./decide.js";
import { siteOfSurt } from "./rule.js";
import type { AliasData, Candidate, Candidates, PagesOfPair, SitePage, Words } from "./types.js";

/*
 * The second round compares the pages around each change. Pages of the same sites show which words are those of a template.
 */

/** Number of pages of a site that show its template. */
const OF_SITE = 6;
/** Maximum number of words of a page that are compared: those with the smallest hashes. */
const MOST_WORDS = 1_000;

const PAGE_OF_SITE = "0";
const PAGE_OF_PAIR = "1";

export function likenessRound(
  candidates: Candidates,
  settings: Settings,
): Omit<SurveyRound<AliasData>, "inPart"> {
  const pages = new PagesOfTimeMaps(candidates.list, settings);
  return {
    ofTimeMap: (values, at) => pages.lines(values, at),
    data: async (sorted) => ({
      found: await decided(candidates, pairsOf(candidates.list, sorted)),
    }),
  };
}

/** Chooses the captures of a TimeMap that are compared. */
class PagesOfTimeMaps {
  readonly #list: readonly Candidate[];
  readonly #by: Settings["groupCapturesBy"];
  readonly #byOld = new Map<string, number[]>();
  readonly #byNew = new Map<string, number[]>();
  /** Number of pages that a site still gives. */
  readonly #ofSite = new Map<string, number>();

  constructor(list: readonly Candidate[], { groupCapturesBy }: Settings) {
    this.#list = list;
    this.#by = groupCapturesBy;
    for (const [at, { how, old, new: renamed, oldUriR, newUriR }] of list.entries()) {
      append(this.#byOld, old, at);
      if (how !== "redirect") append(this.#byNew, renamed, at);
      for (const uriR of [oldUriR, newUriR]) this.#ofSite.set(siteOfSurt(seedKey(uriR)), OF_SITE);
    }
  }

  *lines(values: RecordValues, [termsAt = 0, signsAt = 0]: readonly number[]): Generator<string> {
    const { group } = values;
    const first = group.at(0);
    if (first === undefined) return;
    const name = nameOf(first, this.#by);
    const site = siteOfSurt(seedKey(first.capture.uriR));
    const asOld = this.#byOld.get(name) ?? [];
    const asNew = this.#byNew.get(name) ?? [];
    const left = this.#ofSite.get(site) ?? 0;
    if (asOld.length === 0 && asNew.length === 0 && left === 0) return;
    const wanted = [
      ...asOld.flatMap((at) => this.#wantedOfOld(at)),
      ...asNew.map((at) => new Wanted(at, "n", nearestTo(this.#list[at]!.from))),
    ];
    const any = new Wanted(0, "o", () => true);
    for (const record of group.records()) {
      if (!isOwnPage(record)) continue;
      const target = leadsTo(record, name, this.#by);
      const isOrdinary = (): boolean =>
        pageKindOf(values.signsFound(record, signsAt), record.capture.status, strongSignal) ===
        undefined;
      for (const each of [...wanted, any]) each.offer(record, target, isOrdinary);
    }
    const wordsOf = (record: FeatureRecord): string => {
      const outcome = values.normalisedFeature(termsAt, record);
      return written("value" in outcome ? (outcome.value as TermCounts).terms : []);
    };
    if (left > 0 && any.record !== undefined) {
      this.#ofSite.set(site, left - 1);
      yield `${PAGE_OF_SITE}\t${site}\t${name}\t${wordsOf(any.record)}`;
    }
    for (const { at, side, record } of wanted) {
      if (record === undefined) continue;
      yield `${PAGE_OF_PAIR}\t${String(at).padStart(9, "0")}\t${side}\t${wordsOf(record)}`;
    }
  }

  /** The last page before the change; with a redirect also the page to which it leads, and the first page after it. */
  #wantedOfOld(at: number): Wanted[] {
    const { how, new: renamed, oldLast, from, back } = this.#list[at]!;
    const old = new Wanted(
      at,
      "o",
      ({ capture }) => compareDatetimes(capture.mementoDatetime, oldLast) <= 0,
    );
    if (how !== "redirect") return [old];
    const isRedirect = new Wanted(
      at,
      "n",
      ({ capture }, before) =>
        before === undefined &&
        isPermanent(capture) &&
        compareDatetimes(capture.mementoDatetime, from) >= 0,
      renamed,
    );
    if (back === undefined) return [old, isRedirect];
    const isBack = new Wanted(
      at,
      "r",
      ({ capture }, before) =>
        before === undefined && compareDatetimes(capture.mementoDatetime, back) >= 0,
    );
    return [old, isRedirect, isBack];
  }
}

/** The capture that is wanted for one side of a pair. Of several that fit, the last one that is offered is taken. */
class Wanted {
  readonly at: number;
  readonly side: "o" | "n" | "r";
  record: FeatureRecord | undefined;
  readonly #fits: (record: FeatureRecord, before: FeatureRecord | undefined) => boolean;
  readonly #target: string | undefined;

  constructor(
    at: number,
    side: Wanted["side"],
    fits: (record: FeatureRecord, before: FeatureRecord | undefined) => boolean,
    target?: string,
  ) {
    this.at = at;
    this.side = side;
    this.#fits = fits;
    this.#target = target;
  }

  /** Takes ordinary pages only. Walls, errors and the pages of registrars look alike everywhere. */
  offer(record: FeatureRecord, target: string | undefined, isOrdinary: () => boolean): void {
    if (target === this.#target && this.#fits(record, this.record) && isOrdinary()) {
      this.record = record;
    }
  }
}

/** The capture that is nearest to a date. Captures are offered in the order of time. */
const nearestTo =
  (date: string) =>
  ({ capture }: FeatureRecord, before: FeatureRecord | undefined): boolean =>
    before === undefined || isNearer(before, capture.mementoDatetime, date);

function isNearer({ capture }: FeatureRecord, next: string, date: string): boolean {
  const at = Date.parse(date);
  return Math.abs(Date.parse(next) - at) <= Math.abs(at - Date.parse(capture.mementoDatetime));
}

/** Returns the words of a page as text that sorts: numbers, and marks of punctuation are none. */
function written(terms: readonly string[]): string {
  const hashes = new Set<number>();
  for (const term of terms) if (/\p{L}/u.test(term)) hashes.add(hash53(term) % 2 ** 32);
  return [...hashes]
    .sort((a, b) => a - b)
    .slice(0, MOST_WORDS)
    .map((hash) => hash.toString(36))
    .join(" ");
}

const read = (text: string): Words =>
  text === "" ? [] : text.split(" ").map((digits) => Number.parseInt(digits, 36));

/** Yields the pages of each pair of sorted lines. The pages of sites come before all pairs. */
async function* pairsOf(
  list: readonly Candidate[],
  sorted: LineSource,
): AsyncGenerator<PagesOfPair> {
  const ofSites = new Map<string, SitePage[]>();
  let at = -1;
  let pages: Partial<Record<string, Words>> = {};
  const pair = (): PagesOfPair => {
    const candidate = list[at]!;
    const sites = new Set(
      [candidate.oldUriR, candidate.newUriR].map((uriR) => siteOfSurt(seedKey(uriR))),
    );
    const others = [...sites].flatMap((site) => ofSites.get(site) ?? []);
    const { o: old, n: renamed, r: back } = pages;
    return {
      ...{ candidate, old, renamed, back },
      others: others.filter(({ name }) => name !== candidate.old && name !== candidate.new),
    };
  };
  for await (const line of sorted) {
    const [kind, first = "", second = "", words = ""] = line.split("\t");
    if (kind === PAGE_OF_SITE) {
      append(ofSites, first, { name: second, words: read(words) });
      continue;
    }
    for (; at < Number(first); at += 1) {
      if (at >= 0) yield pair();
      pages = {};
    }
    pages[second] = read(words);
  }
  for (; at < list.length; at += 1) {
    if (at >= 0) yield pair();
    pages = {};
  }
}
