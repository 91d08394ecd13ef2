import { groupBy } from "../base/math/group-by.js";
import { type Simhash, simhashFromDecimal } from "../base/math/simhash.js";
import { createHash } from "../base/platform/machine.js";
import { byText } from "../base/text.js";
import { seedKey } from "../base/uri.js";
import { SHELL } from "../score/evidence/kinds.js";
import type { OverallStatus } from "../base/types.js";
import { type SavedMemento, valueOf } from "../write/entry.js";
import { knownKind, pageKindTitle } from "../write/writing.js";
import { batchesOf, type Case, type CaseMemento, findCases, isNear, isSameText } from "./cases.js";
import { certaintyOf, type Scales } from "./certainty.js";
import { CHANGED_FOR_GOOD, NEAREST, type PageCase, stretchesOf } from "./page-data.js";

interface ReasonToLook {
  readonly words: string;
  /** A case has the reason if one of its captures has, or if the case itself has. */
  readonly ofCapture?: (memento: SavedMemento, certainty?: number) => boolean;
  readonly ofCase?: (one: Case, batch: number | undefined) => boolean;
}

/** Reasons to look at captures, in the order of the list. The first that a case has is that of the case. */
const REASONS = [
  {
    words: "identity lost",
    // The certainty is above 0 if the probability alone makes a capture off-topic, so that the identity adds nothing.
    ofCapture: ({ hasLostIdentity }, certainty = 0) => hasLostIdentity === true && certainty <= 0,
  },
  {
    words: CHANGED_FOR_GOOD,
    ofCase: ({ shown }) => shown.isChange && shown.computed !== "off-topic",
  },
  { words: "unsure", ofCase: ({ shown, isShell }) => shown.computed === "unsure" && !isShell },
  { words: "a frame or forward throughout", ofCase: ({ shown }) => shown.computed === "unsure" },
  { words: "off-topic", ofCase: (_, batch) => batch === undefined },
  { words: "off-topic with the same text in several seeds", ofCase: () => true },
  { words: NEAREST },
  { words: "beside an off-topic check" },
] as const satisfies readonly ReasonToLook[];

const reasons: readonly ReasonToLook[] = REASONS;

export type Reason = (typeof REASONS)[number]["words"];

/** Whether a capture has a reason of its own, which its evidence says in full. */
export const isOfCapture = (reason: Reason, memento: SavedMemento): boolean =>
  reasons.find(({ words }) => words === reason)?.ofCapture?.(memento) === true;

export interface ListEntry {
  readonly reason: Reason;
  /** A case or a check. */
  readonly shown: PageCase;
}

/** On-topic mementos, of which the page has no more. */
const ON_TOPIC = { computed: "on-topic", isChange: false, texts: 1, breaks: [] } as const;

/**
 * Decides which captures a curator should look at, and in which order: first the cases, then of each seed the capture
 * nearest to its threshold among those that are in no case (see {@link Checks}). What a curator has decided is in
 * neither, and no other capture takes the place of a check that is decided. If it is off-topic, the captures beside it do.
 * The list does not depend on the order of the TimeMaps. The caller must add one TimeMap after the other, and the
 * mementos of each TimeMap oldest first.
 */
export class ReviewList {
  readonly #cases: Case[] = [];
  readonly #checks = new Checks<Nearest & { readonly shown: PageCase }>();
  readonly #scales: Scales;
  readonly #uriTs: string[] = [];
  /** On-topic captures that are in no case. */
  readonly #passed: Passed[] = [];
  #seed: string | undefined;
  #mementos: CaseMemento[] = [];
  #nearest: (Nearest & { readonly of: Passed }) | undefined;

  constructor(scales: Scales) {
    this.#scales = scales;
  }

  /** Returns whether no earlier capture of the TimeMap is nearer to the threshold, so that it may become a check. */
  add(memento: SavedMemento): boolean {
    const { overall, uriM, uriT, capture, override, changedSince } = memento;
    const place = this.#mementos.length;
    if (place === 0) {
      this.#uriTs.push(uriT);
      this.#seed = seedKey(capture.uriR ?? uriT);
    }
    const timeMap = this.#uriTs.length - 1;
    const computed = override === undefined ? overall : override.computed;
    const certainty = certaintyOf({ ...memento, overall: computed }, this.#scales);
    const digits = valueOf(memento.textSimhash) ?? valueOf(memento.simhash);
    const isInferred = capture.inferredFrom !== undefined;
    const before = this.#passed.at(-1);
    const own = digits === undefined ? undefined : simhashFromDecimal(digits);
    const ofBefore = before?.timeMap === timeMap ? before.simhash : undefined;
    const simhash = isInferred ? ofBefore : own;
    const kind = pageKindTitle(memento);
    this.#mementos.push({
      ...{ place, overall, simhash, kind, certainty, changedSince, isInferred },
      isShell: knownKind(memento) === SHELL,
      isDecided: override !== undefined,
      reason: reasons.find(({ ofCapture }) => ofCapture?.(memento, certainty))?.words,
    });
    if (computed !== "on-topic" || changedSince !== undefined) return false;
    const passed = { timeMap, place, uriM, simhash, kind };
    if (override === undefined) this.#passed.push(passed);
    if (certainty === undefined) return false;
    const check = { seed: this.#seed!, certainty, uriM, decided: override && overall };
    const isNearest = this.#nearest === undefined || nearer(check, this.#nearest) < 0;
    if (isNearest) this.#nearest = { ...check, of: passed };
    return isNearest;
  }

  endTimeMap(): void {
    const timeMap = this.#uriTs.length - 1;
    for (const each of findCases(timeMap, this.#mementos)) this.#cases.push(each);
    if (this.#nearest !== undefined) {
      const { of, ...check } = this.#nearest;
      const first = this.#passed.findLastIndex((each) => each.timeMap !== timeMap) + 1;
      const isOwn = (each: Passed): boolean =>
        each === of || (check.decided === undefined && isNear(each.simhash, of.simhash));
      const passed = this.#passed.slice(first);
      const places = passed.filter(isOwn).map(({ place }) => place);
      const others = passed.filter((each) => !isOwn(each)).map(({ place }) => place);
      const { place, kind } = of;
      this.#checks.add({
        ...check,
        shown: { look: "check", timeMap, place, places, kind, ...ON_TOPIC, others },
      });
    }
    this.#mementos = [];
    this.#nearest = undefined;
  }

  /** Returns the list: the cases in the order of their reasons, then the checks. */
  entries(): ListEntry[] {
    const uriT = ({ shown: { timeMap } }: Case): string => this.#uriTs[timeMap]!;
    const cases = this.#cases.toSorted(
      (a, b) =>
        byText(uriT(a), uriT(b)) ||
        a.shown.timeMap - b.shown.timeMap ||
        a.shown.place - b.shown.place,
    );
    const checks = this.#checks.chosen();
    return [
      ...listedCases(cases),
      ...checks.flatMap(({ shown, decided }): ListEntry[] => {
        if (decided === undefined) return [{ reason: NEAREST, shown }];
        const stretches = decided === "off-topic" ? stretchesOf(shown) : [];
        return stretches.map((each) => ({ reason: "beside an off-topic check", shown: each }));
      }),
    ];
  }

  /**
   * Returns on-topic mementos at random, those of a TimeMap with the same text together, and the probability with which
   * each was drawn. Only these show how many mementos the verdicts miss.
   */
  random(): { readonly shown: PageCase[]; readonly drawn: number } {
    const checks = this.#checks.chosen().map(({ shown }) => shown);
    const { mementos, drawn } = drawnAtRandom(this.#passed, checks);
    const groups = groupBy(mementos, (each) => mementos.findIndex((one) => isOneText(each, one)));
    const shown = [...groups.values()].map((group): PageCase => {
      const places = group.map(({ place }) => place).sort((a, b) => a - b);
      const { timeMap } = group[0]!;
      return { look: "random", timeMap, place: places[0]!, places, ...ON_TOPIC };
    });
    return { shown, drawn: Number(drawn.toPrecision(6)) };
  }
}

/**
 * Returns the cases in the order of the list. Within a reason, batches are ordered by size and all other cases by
 * certainty, the least certain case first. `cases` must be in an order that does not depend on the input, which decides
 * between equals.
 */
function listedCases(cases: readonly Case[]): ListEntry[] {
  const batches = batchesOf(cases).sort((a, b) => b.length - a.length || a[0]! - b[0]!);
  const batchOf = new Map(batches.flatMap((batch, at) => batch.map((each) => [each, at])));
  return cases
    .map((each, place) => {
      const batch = batchOf.get(place);
      const { certainty = 0, shown } = each;
      const at = reasons.findIndex(
        ({ words, ofCase }) => words === each.reason || ofCase?.(each, batch) === true,
      );
      return { at, reason: REASONS[at]!.words, shown: { ...shown, batch }, certainty };
    })
    .sort(
      (a, b) =>
        a.at - b.at ||
        (a.shown.batch ?? -1) - (b.shown.batch ?? -1) ||
        (a.shown.batch === undefined ? a.certainty - b.certainty : 0),
    );
}

interface Nearest {
  /** Identifier of the seed. */
  readonly seed: string;
  readonly certainty: number;
  readonly uriM: string;
  /** Decision of a curator, if there is one. */
  readonly decided?: OverallStatus | undefined;
}

/** Greatest number of checks. */
const MOST_CHECKS = 60;

/**
 * Chooses the checks among the captures that are in no case: of each seed the one nearest to its threshold, at most
 * {@link MOST_CHECKS}, the nearest first. On labelled collections these show more of the seeds whose off-topic captures
 * the verdicts miss than as many captures nearest to the threshold, of which a few seeds have most.
 */
export class Checks<T extends Nearest> {
  readonly #nearest = new Map<string, T>();

  add(one: T): void {
    const before = this.#nearest.get(one.seed);
    if (before === undefined || nearer(one, before) < 0) this.#nearest.set(one.seed, one);
  }

  chosen(): T[] {
    return [...this.#nearest.values()].sort(nearer).slice(0, MOST_CHECKS);
  }
}

const nearer = (one: Nearest, other: Nearest): number =>
  one.certainty - other.certainty || byText(one.seed, other.seed) || byText(one.uriM, other.uriM);

export interface Passed {
  readonly timeMap: number;
  readonly place: number;
  readonly uriM: string;
  readonly simhash?: Simhash | undefined;
  readonly kind?: string | undefined;
}

const isOneText = (one: Passed, other: Passed): boolean =>
  one === other ||
  (one.timeMap === other.timeMap &&
    one.simhash !== undefined &&
    isSameText(one.simhash, other.simhash));

/** Number of mementos that are drawn at random if there are as many. */
export const RANDOM_DRAWS = 60;

/** The seed is hashed with the URI-M, so that the order of the mementos has no influence. */
const SEED = "detect_off_topic audit sample 1";

/**
 * Draws mementos at random, and returns the probability with which each was drawn. Equal results give equal samples.
 * Leaves out what is decided with a check, which is no random draw.
 */
export function drawnAtRandom(
  all: readonly Passed[],
  checks: readonly Pick<PageCase, "timeMap" | "places">[],
): { readonly mementos: readonly Passed[]; readonly drawn: number } {
  const checked = new Set(
    checks.flatMap(({ timeMap, places }) => places.map((place) => `${timeMap}.${place}`)),
  );
  const others = all
    .filter(({ timeMap, place }) => !checked.has(`${timeMap}.${place}`))
    .map((memento) => {
      const digest = createHash("sha256").update(`${SEED}\n${memento.uriM}`).digest();
      return { memento, number: digest.readUIntBE(0, 6) };
    })
    .sort((a, b) => a.number - b.number);
  const mementos = others.slice(0, RANDOM_DRAWS).map(({ memento }) => memento);
  return { mementos, drawn: mementos.length / Math.max(1, others.length) };
}
