import { type Simhash, simhashFromDecimal } from "../base/math/simhash.js";
import { seedKey } from "../base/uri.js";
import { SHELL } from "../score/evidence/kinds.js";
import { type SavedMemento, valueOf } from "../write/entry.js";
import { knownKind, pageKindTitle } from "../write/writing.js";
import { batchesOf, type Case, CaseFinder, isNear } from "./cases.js";
import { certaintyOf, type Scales } from "./certainty.js";

/**
 * Reasons to look at captures, in the order of the list. A further reason gets its place here and its condition in
 * {@link reasonOf}.
 */
export const REASONS = [
  "identity lost",
  "changed for good",
  "unsure",
  "a frame or forward throughout",
  "off-topic",
  "off-topic with the same text in several seeds",
  "nearest to the threshold",
] as const;

export type Reason = (typeof REASONS)[number];

/** A case: a run of captures of one TimeMap on which one decision is needed. */
export interface ListedCase {
  readonly look: "case";
  readonly reason: Reason;
  readonly case: Case;
  /** Absent if the case is in no batch. */
  readonly batch?: number;
}

/** A check: a capture called on-topic with those of its TimeMap that show the same, to see what the verdicts may miss. */
export interface ListedCheck extends Checkable {
  readonly look: "check";
  readonly reason: Reason;
  readonly timeMap: number;
  readonly place: number;
  /** Places of the on-topic captures of the TimeMap that have nearly the same text, with `place` itself. */
  readonly places: readonly number[];
  /** Known kind of the page; absent if it is unknown. */
  readonly kind: string | undefined;
}

export type ListEntry = ListedCase | ListedCheck;

export interface ListFacts {
  readonly certainty: number | undefined;
  /** Simhash of the text. */
  readonly simhash: Simhash | undefined;
  /** Whether no earlier capture of the TimeMap is nearer to the threshold, so that it may become a check. */
  readonly isNearest: boolean;
}

interface Passed {
  readonly place: number;
  readonly simhash: Simhash | undefined;
  readonly kind: string | undefined;
}

/**
 * Decides which captures a curator should look at, and in which order: first the cases, then of each seed the capture
 * nearest to its threshold among those that are in no case (see {@link Checks}). What a curator has decided is in neither. The list does not depend on the order
 * of the TimeMaps. The caller must add one TimeMap after the other, and the mementos of each TimeMap oldest first.
 */
export class ReviewList {
  readonly #finder = new CaseFinder();
  readonly #checks = new Checks<Omit<ListedCheck, "look" | "reason">>();
  readonly #scales: Scales;
  readonly #uriTs: string[] = [];
  #seed: string | undefined;
  #place = 0;
  /** On-topic captures of the TimeMap that are in no case, and the one nearest to the threshold. */
  #passed: Passed[] = [];
  #nearest: (Checkable & Passed) | undefined;

  constructor(scales: Scales) {
    this.#scales = scales;
  }

  add(memento: SavedMemento): ListFacts {
    const { overall, uriM, uriT, capture, override, changedSince } = memento;
    const place = this.#place;
    this.#place += 1;
    if (place === 0) {
      this.#uriTs.push(uriT);
      this.#seed = seedKey(capture.uriR ?? uriT);
    }
    const certainty = certaintyOf(memento, this.#scales);
    const digits = valueOf(memento.textSimhash) ?? valueOf(memento.simhash);
    const isInferred = capture.inferredFrom !== undefined;
    const own = digits === undefined ? undefined : simhashFromDecimal(digits);
    const simhash = isInferred ? this.#passed.at(-1)?.simhash : own;
    this.#finder.add({
      ...{ place, overall, simhash, certainty, changedSince, isInferred },
      kind: pageKindTitle(memento),
      isShell: knownKind(memento) === SHELL,
      isDecided: override !== undefined,
      // The certainty is above 0 if the probability alone makes a capture off-topic, so that the identity adds nothing.
      isByIdentity: memento.hasLostIdentity === true && !((certainty ?? 0) > 0),
    });
    const isPassed = overall === "on-topic" && override === undefined && changedSince === undefined;
    if (!isPassed) return { certainty, simhash, isNearest: false };
    const passed = { place, simhash, kind: pageKindTitle(memento) };
    this.#passed.push(passed);
    const check = certainty === undefined ? undefined : { seed: this.#seed!, certainty, uriM };
    const isNearest =
      check !== undefined && (this.#nearest === undefined || nearer(check, this.#nearest) < 0);
    if (isNearest) this.#nearest = { ...check, ...passed };
    return { certainty, simhash, isNearest };
  }

  endTimeMap(): void {
    this.#finder.endTimeMap();
    const nearest = this.#nearest;
    if (nearest !== undefined) {
      const places = this.#passed
        .filter(({ place, simhash }) => place === nearest.place || isNear(simhash, nearest.simhash))
        .map(({ place }) => place);
      this.#checks.add({ ...nearest, timeMap: this.#uriTs.length - 1, places });
    }
    this.#place = 0;
    this.#passed = [];
    this.#nearest = undefined;
  }

  /** Returns the list: the cases in the order of their reasons, then the checks. */
  entries(): ListEntry[] {
    const uriT = ({ timeMap }: Case): string => this.#uriTs[timeMap]!;
    const cases = this.#finder.cases.toSorted(
      (a, b) => compared(uriT(a), uriT(b)) || a.timeMap - b.timeMap || a.from - b.from,
    );
    return [
      ...listedCases(cases),
      ...this.#checks.chosen().map((check): ListedCheck => ({
        ...{ look: "check", reason: "nearest to the threshold" },
        ...check,
      })),
    ];
  }
}

/**
 * Returns the cases in the order of the list. Within a reason, batches are ordered by size and all other cases by
 * certainty, the least certain case first. `cases` must be in an order that does not depend on the input, which decides
 * between equals.
 */
function listedCases(cases: readonly Case[]): ListedCase[] {
  const batches = batchesOf(cases).sort((a, b) => b.length - a.length || a[0]! - b[0]!);
  const batchOf = new Map(batches.flatMap((batch, at) => batch.map((each) => [each, at])));
  return cases
    .map((each, at): ListedCase => {
      const batch = batchOf.get(at);
      return { look: "case", reason: reasonOf(each, batch), case: each, batch };
    })
    .sort(
      (a, b) =>
        REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason) ||
        (a.batch ?? -1) - (b.batch ?? -1) ||
        (a.batch === undefined ? (a.case.certainty ?? 0) - (b.case.certainty ?? 0) : 0),
    );
}

function reasonOf(
  { isChange, overall, isShell, isByIdentity }: Case,
  batch: number | undefined,
): Reason {
  if (isByIdentity) return "identity lost";
  if (isChange && overall !== "off-topic") return "changed for good";
  if (overall === "unsure") return isShell ? "a frame or forward throughout" : "unsure";
  return batch === undefined ? "off-topic" : "off-topic with the same text in several seeds";
}

interface Checkable {
  /** Identifier of the seed. */
  readonly seed: string;
  readonly certainty: number;
  readonly uriM: string;
}

/** Greatest number of checks. */
const MOST_CHECKS = 60;

/**
 * Chooses the checks among the captures that are in no case: of each seed the one nearest to its threshold, at most
 * {@link MOST_CHECKS}, the nearest first. On labelled collections these show more of the seeds whose off-topic captures
 * the verdicts miss than as many captures nearest to the threshold, of which a few seeds have most.
 */
export class Checks<T extends Checkable> {
  readonly #nearest = new Map<string, T>();

  add(one: T): void {
    const before = this.#nearest.get(one.seed);
    if (before === undefined || nearer(one, before) < 0) this.#nearest.set(one.seed, one);
  }

  chosen(): T[] {
    return [...this.#nearest.values()].sort(nearer).slice(0, MOST_CHECKS);
  }
}

const nearer = (one: Checkable, other: Checkable): number =>
  one.certainty - other.certainty ||
  compared(one.seed, other.seed) ||
  compared(one.uriM, other.uriM);

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
