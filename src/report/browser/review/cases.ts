import type { Look } from "../../list-count.js";
import { CASE_FLAGS, type PageHead, STRIP } from "../../page-data.js";
import { groupBy } from "../../../base/math/group-by.js";
import type { Label } from "../../../write/decisions.js";
import type { OverallStatus } from "../../../base/types.js";
import { daysOf } from "../time-columns.js";
import type { ShownMemento } from "../memento-text.js";
import {
  counted,
  dayTitle,
  grouped,
  patternTitle,
  shortened,
  UNKNOWN_KIND,
  visible,
} from "../words.js";

/** Unit of a decision: a group of mementos that belong to one TimeMap and have the same verdict. */
export interface ReviewCase {
  /** TimeMap and place of the first memento, such as `12.3`. */
  readonly id: string;
  readonly look: Look;
  readonly timeMap: number;
  readonly from: number;
  readonly to: number;
  /** Place of the memento to look at first. */
  readonly place: number;
  /** Places of the mementos; absent if they are all those from `from` to `to`. */
  readonly places?: readonly number[];
  /** Set if the page changed for good at the first memento. */
  readonly isChange?: boolean;
  readonly computed: OverallStatus;
  /** Kind of page; absent for on-topic mementos of no known kind. */
  readonly kind?: string | undefined;
  readonly texts: number;
  /** Places at which the text changes. */
  readonly breaks: readonly number[];
  readonly batch?: number;
  /** Probability with which its on-topic mementos are looked at. */
  readonly drawn: number;
  /** Values of the facets. The decision is missing, because it changes during the review. */
  readonly facets: Readonly<Record<Exclude<FacetName, "decision">, readonly string[]>>;
}

/** Facets that filter the queue, by their names in the fragment of the URI. */
export const FACETS = {
  decision: "Decision",
  verdict: "Verdict",
  kind: "Kind of page",
  pattern: "Pattern",
  year: "Year",
  status: "HTTP status",
  also: "Also",
} as const;
export type FacetName = keyof typeof FACETS;

/** Returns the cases of a report in the order of the queue. A split turns one case into two. */
export function casesOf(head: PageHead, splits: ReadonlySet<string> = new Set()): ReviewCase[] {
  const { cases, kinds } = head;
  const breaks = new Map(cases.breaks.map(([at = -1, ...places]) => [at, places]));
  const runs = cases.timeMap.slice(0, cases.kind.length).flatMap((timeMap, at): ReviewCase[] => {
    const flags = cases.flags[at] ?? 0;
    const has = (flag: number): boolean => (flags & flag) > 0;
    const computed = has(CASE_FLAGS.unsure)
      ? "unsure"
      : has(CASE_FLAGS.onTopic)
        ? "on-topic"
        : "off-topic";
    const kind = kinds[cases.kind[at] ?? -1];
    const whole = {
      ...({ look: "case" as const, timeMap, computed, drawn: 1 } as const),
      kind: computed === "on-topic" ? kind : (kind ?? UNKNOWN_KIND),
      batch: (cases.batch[at] ?? -1) < 0 ? undefined : cases.batch[at],
    };
    const all = breaks.get(at) ?? [];
    return pieces(head, timeMap, cases.from[at]!, cases.to[at]!, splits).map(([from, to]) => {
      const own = all.filter((place) => place > from && place <= to);
      const isWhole = from === cases.from[at] && to === cases.to[at];
      const isChange = has(CASE_FLAGS.change) && from === cases.from[at];
      const made = {
        ...whole,
        id: `${timeMap}.${from}`,
        from,
        to,
        place: from,
        breaks: own,
        isChange,
      };
      return {
        ...made,
        texts: isWhole ? (cases.texts[at] ?? 1) : own.length + 1,
        facets: facetsOf(head, made, cases.status[at] ?? 0, flags),
      };
    });
  });
  return [...runs, ...checkCases(head), ...randomCases(head)];
}

function checkCases(head: PageHead): ReviewCase[] {
  const { timeMap: timeMaps, flags, checks, checkKinds, texts } = head.cases;
  return checks.map(([place = 0, ...places], at): ReviewCase => {
    const row = texts.length + at;
    const [timeMap, from] = [timeMaps[row]!, places[0] ?? place];
    const made = {
      ...({ look: "check", computed: "on-topic", drawn: 1, texts: 1, breaks: [] } as const),
      ...{ id: `${timeMap}.${from}`, timeMap, place, places, from, to: places.at(-1) ?? place },
      kind: head.kinds[checkKinds[at] ?? -1],
    };
    return { ...made, facets: facetsOf(head, made, 0, flags[row]!) };
  });
}

/** Mementos that have the same text and belong to one TimeMap form one case. */
function randomCases(head: PageHead): ReviewCase[] {
  const { timeMap: timeMaps, from: starts, flags, checks, drawn, equal, texts } = head.cases;
  const rowOf = (at: number): number => texts.length + checks.length + at;
  return [...groupBy(equal.keys(), (at) => equal[at]!).values()].map((group): ReviewCase => {
    const timeMap = timeMaps[rowOf(group[0]!)]!;
    const places = group.map((at) => starts[rowOf(at)]!).sort((a, b) => a - b);
    const from = places[0]!;
    const made = {
      ...({ look: "random", computed: "on-topic", drawn, texts: 1, breaks: [] } as const),
      ...{ id: `${timeMap}.${from}`, timeMap, place: from, places, from, to: places.at(-1)! },
    };
    const all = group.reduce((sum, at) => sum | flags[rowOf(at)]!, 0);
    return { ...made, facets: facetsOf(head, made, 0, all) };
  });
}

function pieces(
  { timeMaps }: PageHead,
  timeMap: number,
  from: number,
  to: number,
  splits: ReadonlySet<string>,
): [number, number][] {
  if (splits.size === 0 || from === to) return [[from, to]];
  const made: [number, number][] = [];
  let start = from;
  let last = from;
  for (let place = from + 1; place <= to; place += 1) {
    if (timeMaps[timeMap]!.strip[place] === STRIP.undecided) continue;
    if (splits.has(`${timeMap}.${place}`)) {
      made.push([start, last]);
      start = place;
    }
    last = place;
  }
  return [...made, [start, to]];
}

/** Returns the places of the mementos of a case. Mementos without a verdict do not belong to it. */
export function placesOf(
  { timeMaps }: PageHead,
  { timeMap, from, to, places: own }: Pick<ReviewCase, "timeMap" | "from" | "to" | "places">,
): readonly number[] {
  if (own !== undefined) return own;
  const { strip } = timeMaps[timeMap]!;
  const places: number[] = [];
  for (let place = from; place <= to; place += 1) {
    if (strip[place] !== STRIP.undecided) places.push(place);
  }
  return places;
}

function facetsOf(
  { timeMaps }: PageHead,
  each: Pick<ReviewCase, "timeMap" | "from" | "computed" | "kind" | "batch" | "isChange">,
  status: number,
  flags: number,
): ReviewCase["facets"] {
  const timeMap = timeMaps[each.timeMap]!;
  const day = daysOf(timeMap)[each.from]!;
  const also = [
    ...((flags & CASE_FLAGS.language) > 0 ? ["language changed"] : []),
    ...((flags & CASE_FLAGS.near) > 0 ? ["near the threshold"] : []),
    ...(each.isChange === true ? ["changed for good"] : []),
    ...(each.batch === undefined ? [] : ["in a batch"]),
  ];
  return {
    verdict: [each.computed],
    kind: each.kind === undefined ? [] : [each.kind],
    pattern: [patternTitle(timeMap.pattern)],
    year: Number.isNaN(day) ? [] : [new Date(day).toISOString().slice(0, 4)],
    status: status === 0 ? [] : [String(status)],
    also,
  };
}

export type CaseState = "open" | "agreed" | "disagreed" | "unsure" | "contradicted";

/** Filter of the queue: a list, a value for each selected facet, and a text that is part of a URI or of a kind. */
export interface QueueFilter {
  readonly look: Look;
  readonly facets: ReadonlyMap<FacetName, string>;
  readonly query: string;
}

export interface FilteredQueue {
  readonly cases: readonly ReviewCase[];
  /** Number of cases that each value of a facet would show if the other facets stayed the same. */
  readonly counts: ReadonlyMap<FacetName, ReadonlyMap<string, number>>;
}

export function filterQueue(
  cases: readonly ReviewCase[],
  { look, facets, query }: QueueFilter,
  stateOf: (each: ReviewCase) => CaseState,
  seedOf: (each: ReviewCase) => string,
): FilteredQueue {
  const names = Object.keys(FACETS) as FacetName[];
  const counts = new Map(names.map((name) => [name, new Map<string, number>()]));
  const wanted = query.trim().toLowerCase();
  const shown: ReviewCase[] = [];
  for (const each of cases) {
    if (each.look !== look) continue;
    const text = `${seedOf(each)} ${each.kind ?? ""}`.toLowerCase();
    if (!text.includes(wanted)) continue;
    const valuesOf = (name: FacetName): readonly string[] =>
      name === "decision" ? [stateOf(each)] : each.facets[name];
    const unmatched = names.filter((name) => {
      const chosen = facets.get(name);
      return chosen !== undefined && !valuesOf(name).includes(chosen);
    });
    if (unmatched.length === 0) shown.push(each);
    for (const name of unmatched.length === 0 ? names : unmatched.length === 1 ? unmatched : []) {
      const count = counts.get(name)!;
      for (const value of valuesOf(name)) count.set(value, (count.get(value) ?? 0) + 1);
    }
  }
  return { cases: shown, counts };
}

/**
 * Describes a case in one sentence, such as `off-topic, 97 %: parked or for sale, since 27 January 2018 (3 captures)`.
 * `shown` is the memento on the screen. It provides the probability, and the reason if the kind is unknown.
 */
export function caseSentence(
  head: PageHead,
  each: ReviewCase,
  shown?: Pick<ShownMemento, "probability" | "evidence">,
): string {
  const sure = certaintyTitle(each.computed, shown?.probability);
  return `${each.computed}${sure}: ${reasonOf(each, shown?.evidence)}, ${whenOf(head, each)}`;
}

/** Returns the probability of a verdict. For an unsure verdict, returns the probability of being off-topic. */
function certaintyTitle(computed: OverallStatus, probability: number | undefined): string {
  if (probability === undefined) return "";
  const share = computed === "on-topic" ? 1 - probability : probability;
  // An estimate is never shown as certain.
  const shown = Math.min(Math.max(Math.round(100 * share), 1), 99);
  return computed === "unsure" ? `, ${shown} % off-topic` : `, ${shown} %`;
}

function reasonOf(each: ReviewCase, evidence: ShownMemento["evidence"]): string {
  const { kind, look, isChange, computed } = each;
  const known = kind === undefined || kind === UNKNOWN_KIND ? [] : [visible(kind)];
  const why =
    look === "check"
      ? ["nearest to the threshold"]
      : look === "random"
        ? ["drawn at random"]
        : isChange === true
          ? ["changed for good"]
          : [];
  if (known.length > 0 || computed === "on-topic") return [...known, ...why].join(", ");
  const { redirect, language, words } = evidence ?? {};
  if (redirect !== undefined) return `redirected to ${shortened(redirect.uriR, 60)}`;
  if (language?.memento !== undefined && language.first !== language.memento) {
    return `language ${visible(language.memento)} in place of ${visible(language.first ?? "another")}`;
  }
  if (
    words?.memento !== undefined &&
    words.first !== undefined &&
    4 * words.memento < words.first
  ) {
    return `${counted(words.memento, "word")} in place of ${grouped(words.first)}`;
  }
  return [...why, "other content, of no known kind"].join(", ");
}

/** Returns the time of a case, such as `this page since 27 January 2018 (3 captures)`. */
function whenOf(head: PageHead, each: ReviewCase): string {
  const { strip, notice } = head.timeMaps[each.timeMap]!;
  const count = placesOf(head, each).length;
  const [from, to] = [each.from, each.to].map((place) =>
    dayTitle(dayOf(head, each.timeMap, place)),
  );
  const captures = `(${counted(count, "capture")})`;
  const [isStart, isEnd] = [each.from === 0, each.to === strip.length - 1];
  const isRun = each.places === undefined;
  const page = each.isChange === true || (!isRun && count > 1) ? "this page " : "";
  const when =
    isRun && isStart && isEnd
      ? `in all captures ${captures}`
      : isRun && isEnd
        ? `${page}since ${from ?? ""} ${captures}`
        : count === 1
          ? `on ${from ?? ""}`
          : `${page}${page === "" ? "" : "from "}${from ?? ""} to ${to ?? ""} ${captures}`;
  return notice === undefined ? when : `${when}. Notice: ${notice}`;
}

/**
 * Returns the place of the memento that is shown next to a memento of a case, which is none of the case itself. For a
 * case that begins with a lasting change, this is the last memento before it, and for a check the memento with which the
 * others of the seed are compared. Else it is the last on-topic memento before the shown one, or the first after it. A
 * decision overrides the verdict. Returns `undefined` if there is no such memento.
 */
export function goodPlace(
  head: PageHead,
  each: ReviewCase,
  shown: number,
  labelAt: (timeMap: number, place: number) => Label | "contradicted" | undefined,
): number | undefined {
  const { strip, first } = head.timeMaps[each.timeMap]!;
  const own = new Set(placesOf(head, each));
  if (each.isChange === true) {
    for (let place = each.from - 1; place >= 0; place -= 1)
      if (strip[place] !== STRIP.undecided) return place;
  }
  const isGood = (place: number): boolean => {
    const label = labelAt(each.timeMap, place);
    if (own.has(place)) return false;
    return label === undefined ? strip[place] === STRIP.onTopic : label === "on-topic";
  };
  if (each.look === "check" && first !== undefined && isGood(first)) return first;
  for (let place = shown - 1; place >= 0; place -= 1) if (isGood(place)) return place;
  for (let place = shown + 1; place < strip.length; place += 1) if (isGood(place)) return place;
  return undefined;
}

/** Returns the day of a memento, such as `2018-01-27`. */
export function dayOf({ timeMaps }: PageHead, timeMap: number, place: number): string {
  const day = daysOf(timeMaps[timeMap]!)[place]!;
  return Number.isNaN(day) ? "no date" : new Date(day).toISOString().slice(0, 10);
}

export const REMOVAL_FORMATS = {
  "uri-m": "URI-Ms",
  record: "file, offset, record id",
} as const;
export type RemovalFormat = keyof typeof REMOVAL_FORMATS;

export const removalFormats = Object.keys(REMOVAL_FORMATS) as readonly RemovalFormat[];

export type Removed = Pick<ShownMemento, "uriM" | "source" | "recordId">;

/** Returns one line for each memento, in the given order. Omits mementos without the data that the format needs. */
export function removalList(
  mementos: readonly Removed[],
  form: RemovalFormat,
  files: readonly string[],
): string[] {
  return mementos.flatMap(({ uriM, source, recordId }) => {
    switch (form) {
      case "uri-m":
        return [onOneLine(uriM)];
      case "record":
        if (source === undefined) return [];
        return [
          [files[source.file] ?? "", source.offset, recordId ?? ""].map(onOneLine).join("\t"),
        ];
    }
  });
}

/** Encodes control characters and line separators, so that every name is one cell of one line. */
const onOneLine = (cell: string | number): string =>
  String(cell).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, encodeURIComponent);
