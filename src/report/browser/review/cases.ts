import type { Look } from "../../list-count.js";
import { CASE_FLAGS, type PageHead, STRIP } from "../../page-data.js";
import { groupBy } from "../../../base/math/group-by.js";
import type { Label } from "../../../write/decisions.js";
import { type Fault, FAULTS, type OverallStatus } from "../../../base/types.js";
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
  readonly computed: OverallStatus;
  /** Kind of page; absent for mementos of the audit sample. */
  readonly kind?: string;
  /** Cause of the captures; absent in older results and for mementos of the audit sample. */
  readonly fault?: Fault | undefined;
  readonly texts: number;
  /** Places at which the text changes. */
  readonly breaks: readonly number[];
  readonly batch?: number;
  /**
   * Probability with which each memento of the audit sample was drawn, by place. The mementos of such a case have the
   * same text.
   */
  readonly drawn?: ReadonlyMap<number, number>;
  /** Values of the facets. The decision is missing, because it changes during the review. */
  readonly facets: Readonly<Record<Exclude<FacetName, "decision">, readonly string[]>>;
}

/** Facets that filter the queue, by their names in the fragment of the URI. */
export const FACETS = {
  decision: "Decision",
  verdict: "Verdict",
  kind: "Kind of page",
  fault: "Fault",
  pattern: "Pattern",
  year: "Year",
  status: "HTTP status",
  also: "Also",
} as const;
export type FacetName = keyof typeof FACETS;

/** Returns the cases of a report in the order of the queue. A split turns one case into two. */
export function casesOf(head: PageHead, splits: ReadonlySet<string> = new Set()): ReviewCase[] {
  const { cases, kinds } = head;
  const hasFaults = faultsSayMore(head);
  const breaks = new Map(cases.breaks.map(([at = -1, ...places]) => [at, places]));
  const runs = cases.timeMap.slice(0, cases.kind.length).flatMap((timeMap, at): ReviewCase[] => {
    const isUnsure = ((cases.flags[at] ?? 0) & CASE_FLAGS.unsure) > 0;
    const whole = {
      look: "case" as const,
      timeMap,
      computed: isUnsure ? ("unsure" as const) : ("off-topic" as const),
      kind: kinds[cases.kind[at] ?? -1] ?? UNKNOWN_KIND,
      fault: hasFaults ? FAULTS[cases.fault[at] ?? -1] : undefined,
      batch: (cases.batch[at] ?? -1) < 0 ? undefined : cases.batch[at],
    };
    const all = breaks.get(at) ?? [];
    return pieces(head, timeMap, cases.from[at]!, cases.to[at]!, splits).map(([from, to]) => {
      const own = all.filter((place) => place > from && place <= to);
      const isWhole = from === cases.from[at] && to === cases.to[at];
      const made = { ...whole, id: `${timeMap}.${from}`, from, to, breaks: own };
      return {
        ...made,
        texts: isWhole ? (cases.texts[at] ?? 1) : own.length + 1,
        facets: facetsOf(head, made, cases.status[at] ?? 0, cases.flags[at] ?? 0),
      };
    });
  });
  return [...runs, ...sampleCases(head, splits)];
}

/** Returns whether captures of one kind have several faults. Otherwise the kind says it all. */
export function faultsSayMore({ cases }: PageHead): boolean {
  const known = new Map<number, number>();
  return cases.kind.some((kind, at) => {
    const fault = cases.fault[at] ?? -1;
    const first = known.get(kind) ?? fault;
    known.set(kind, first);
    return first !== fault;
  });
}

/** Mementos that have the same text and belong to one TimeMap form one case, unless it is split. */
function sampleCases(head: PageHead, splits: ReadonlySet<string>): ReviewCase[] {
  const { timeMap: timeMaps, from: places, flags, checks, drawn, equal, kind } = head.cases;
  // The sample is at the end of the columns of all cases.
  const rowOf = (at: number): number => kind.length + at;
  return [...groupBy(drawn.keys(), (at) => equal[at]!).values()].flatMap((group): ReviewCase[] => {
    const timeMap = timeMaps[rowOf(group[0]!)]!;
    const inOrder = group.sort((a, b) => places[rowOf(a)]! - places[rowOf(b)]!);
    const parts: number[][] = [];
    for (const at of inOrder) {
      const isStart = parts.length === 0 || splits.has(`${timeMap}.${places[rowOf(at)]!}`);
      if (isStart) parts.push([at]);
      else parts.at(-1)!.push(at);
    }
    return parts.map((part): ReviewCase => {
      const made = {
        // At most one memento of a seed is a check, so that each check is in a case of its own.
        look: part.some((at) => at < checks) ? ("check" as const) : ("random" as const),
        timeMap,
        from: places[rowOf(part[0]!)]!,
        to: places[rowOf(part.at(-1)!)]!,
        computed: "on-topic" as const,
        drawn: new Map(part.map((at) => [places[rowOf(at)]!, drawn[at]!])),
      };
      const all = part.reduce((sum, at) => sum | flags[rowOf(at)]!, 0);
      return {
        ...{ ...made, id: `${timeMap}.${made.from}`, texts: 1, breaks: [] },
        facets: facetsOf(head, made, 0, all),
      };
    });
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
  { timeMap, from, to, drawn }: ReviewCase,
): number[] {
  if (drawn !== undefined) return [...drawn.keys()];
  const { strip } = timeMaps[timeMap]!;
  const places: number[] = [];
  for (let place = from; place <= to; place += 1) {
    if (strip[place] !== STRIP.undecided) places.push(place);
  }
  return places;
}

function facetsOf(
  { timeMaps }: PageHead,
  each: Pick<ReviewCase, "timeMap" | "from" | "computed" | "kind" | "fault" | "batch">,
  status: number,
  flags: number,
): ReviewCase["facets"] {
  const timeMap = timeMaps[each.timeMap]!;
  const day = daysOf(timeMap)[each.from]!;
  const also = [
    ...((flags & CASE_FLAGS.language) > 0 ? ["language changed"] : []),
    ...((flags & CASE_FLAGS.near) > 0 ? ["near the threshold"] : []),
    ...((flags & CASE_FLAGS.override) > 0 ? ["override"] : []),
    ...(each.batch === undefined ? [] : ["in a batch"]),
  ];
  return {
    verdict: [each.computed],
    kind: each.kind === undefined ? [] : [each.kind],
    fault: each.fault === undefined ? [] : [each.fault],
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

function reasonOf({ kind, look, drawn }: ReviewCase, evidence: ShownMemento["evidence"]): string {
  if (drawn !== undefined) return look === "check" ? "nearest to the threshold" : "drawn at random";
  if (kind !== undefined && kind !== UNKNOWN_KIND) return visible(kind);
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
  return "other content, of no known kind";
}

/** Returns the time of a case, such as `since 27 January 2018 (3 captures)`. */
function whenOf(head: PageHead, each: ReviewCase): string {
  const { strip, notice } = head.timeMaps[each.timeMap]!;
  const count = placesOf(head, each).length;
  const [from, to] = [each.from, each.to].map((place) =>
    dayTitle(dayOf(head, each.timeMap, place)),
  );
  const captures = `(${counted(count, each.drawn === undefined ? "capture" : "equal capture")})`;
  const [isStart, isEnd] = [each.from === 0, each.to === strip.length - 1];
  const isRun = each.drawn === undefined;
  const when =
    isRun && isStart && isEnd
      ? `in all captures ${captures}`
      : isRun && isEnd
        ? `since ${from ?? ""} ${captures}`
        : count === 1
          ? `on ${from ?? ""}`
          : `${from ?? ""} to ${to ?? ""} ${captures}`;
  return notice === undefined ? when : `${when}. Notice: ${notice}`;
}

/**
 * Returns the place of the on-topic memento that is shown next to a memento of a case. This is the last on-topic
 * memento before the case's memento, or else the first on-topic memento after it. Mementos of the case itself are
 * excluded, and a decision overrides the verdict. Returns `undefined` if there is no such memento.
 */
export function goodPlace(
  head: PageHead,
  each: ReviewCase,
  shown: number,
  labelAt: (timeMap: number, place: number) => Label | "contradicted" | undefined,
): number | undefined {
  const { strip } = head.timeMaps[each.timeMap]!;
  const own = new Set(placesOf(head, each));
  const isGood = (place: number): boolean => {
    const label = labelAt(each.timeMap, place);
    if (own.has(place)) return false;
    return label === undefined ? strip[place] === STRIP.onTopic : label === "on-topic";
  };
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
  cdxj: "CDXJ keys",
  record: "file, offset, record id",
} as const;
export type RemovalFormat = keyof typeof REMOVAL_FORMATS;

export const removalFormats = Object.keys(REMOVAL_FORMATS) as readonly RemovalFormat[];

export type Removed = Pick<ShownMemento, "uriM" | "date" | "source" | "recordId" | "surt">;

/** Returns one line for each memento, in the given order. Omits mementos without the data that the format needs. */
export function removalList(
  mementos: readonly Removed[],
  form: RemovalFormat,
  files: readonly string[],
): string[] {
  return mementos.flatMap(({ uriM, date, source, recordId, surt }) => {
    switch (form) {
      case "uri-m":
        return [onOneLine(uriM)];
      case "cdxj":
        if (surt === undefined || date === undefined) return [];
        return [`${surt} ${date.replace(/\D/gu, "").slice(0, 14)}`];
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
