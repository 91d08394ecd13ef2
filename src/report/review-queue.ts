import { FAULTS } from "../base/types.js";
import { type Simhash, simhashFromDecimal } from "../base/math/simhash.js";
import { measureOf, type SavedMemento, scoreOf, valueOf } from "../write/entry.js";
import { pageKindTitle } from "../write/writing.js";
import { COMBINED, thresholdDistance } from "../score/decide.js";
import { batchesOf, type Case, CaseFinder, isSame } from "./cases.js";
import { CASE_FLAGS, type PageCases } from "./page-data.js";
import type { NameTable } from "./summaries.js";
import { createHash } from "../base/platform/machine.js";

/** Certainty below which a verdict is flagged as near the threshold. */
const NEAR = 0.1;

/**
 * Queue of cases for review. Unsure cases come first, then off-topic cases with the least certain case first, then
 * batches by size, then an audit sample.
 */
export class ReviewQueue {
  readonly #finder = new CaseFinder();
  readonly #sample = new AuditSample();
  /** Threshold of the learned combination. Undefined if the run has no learned combination. */
  readonly #combinedAt: number | undefined;
  #timeMap = 0;
  #place = 0;

  constructor(combinedAt: number | undefined) {
    this.#combinedAt = combinedAt;
  }

  /** Adds the next memento of the current TimeMap. */
  add(memento: SavedMemento): void {
    const { overall, evidence, uriM, capture, override } = memento;
    const place = this.#place;
    this.#place += 1;
    const certainty = certaintyOf(memento, this.#combinedAt);
    const digits = valueOf(memento.textSimhash) ?? valueOf(memento.simhash);
    const simhash = digits === undefined ? undefined : simhashFromDecimal(digits);
    const language = evidence?.language;
    const isOtherLanguage =
      language?.first !== undefined &&
      language.memento !== undefined &&
      language.first !== language.memento;
    const status = capture.status ?? evidence?.httpStatus?.memento;
    this.#finder.add({
      place,
      overall,
      kind: pageKindTitle(memento),
      fault: memento.fault,
      simhash,
      certainty,
      status,
      isOtherLanguage,
      isOverridden: override !== undefined,
    });
    if (overall !== "on-topic") return;
    this.#sample.add({ timeMap: this.#timeMap, place, uriM, certainty, simhash });
  }

  endTimeMap(): void {
    this.#finder.endTimeMap();
    this.#timeMap += 1;
    this.#place = 0;
  }

  /** Returns the queue in columns and adds the names of kinds to `kinds`. */
  queue(kinds: NameTable): PageCases {
    const { cases } = this.#finder;
    const batches = batchesOf(cases).sort((a, b) => b.length - a.length || a[0]! - b[0]!);
    const batchOf = new Map(batches.flatMap((batch, at) => batch.map((each) => [each, at])));
    const order = [...cases.keys()].sort((a, b) => {
      const [one, other] = [batchOf.get(a) ?? -1, batchOf.get(b) ?? -1];
      const unsure = Number(cases[b]!.isUnsure) - Number(cases[a]!.isUnsure);
      const surer = (cases[a]!.certainty ?? 0) - (cases[b]!.certainty ?? 0);
      return unsure || one - other || (one < 0 ? surer : 0) || a - b;
    });
    const sample = this.#sample.drawn();
    const rows = order.map((at) => cases[at]!);
    const breaks = rows.flatMap((each, at) =>
      each.breaks.length === 0 ? [] : [[at, ...each.breaks]],
    );
    return {
      timeMap: [...rows, ...sample].map(({ timeMap }) => timeMap),
      from: [...rows.map(({ from }) => from), ...sample.map(({ place }) => place)],
      to: [...rows.map(({ to }) => to), ...sample.map(({ place }) => place)],
      kind: rows.map(({ kind }) => (kind === undefined ? -1 : kinds.place(kind))),
      fault: rows.map(({ fault }) => (fault === undefined ? -1 : FAULTS.indexOf(fault))),
      texts: rows.map(({ texts }) => texts),
      status: rows.map(({ status }) => status ?? 0),
      flags: [
        ...rows.map(flagsOf),
        ...sample.map(({ certainty }) => (isNear(certainty) ? CASE_FLAGS.near : 0)),
      ],
      batch: order.map((at) => batchOf.get(at) ?? -1),
      drawn: sample.map(({ drawn }) => Number(drawn.toPrecision(6))),
      equal: sample.map((each) => sample.findIndex((other) => haveSameText(each, other))),
      breaks,
    };
  }
}

const haveSameText = (one: Drawable, other: Drawable): boolean =>
  one === other ||
  (one.timeMap === other.timeMap &&
    one.simhash !== undefined &&
    isSame(one.simhash, other.simhash));

const isNear = (certainty: number | undefined): boolean =>
  certainty !== undefined && certainty < NEAR;

const flagsOf = ({ isOtherLanguage, isOverridden, isUnsure, certainty }: Case): number =>
  (isOtherLanguage ? CASE_FLAGS.language : 0) |
  (isNear(certainty) ? CASE_FLAGS.near : 0) |
  (isOverridden ? CASE_FLAGS.override : 0) |
  (isUnsure ? CASE_FLAGS.unsure : 0);

/**
 * Returns the certainty of a verdict: the distance between its most certain vote and the vote's threshold, as a share
 * of the range on that side.
 */
function certaintyOf(memento: SavedMemento, combinedAt: number | undefined): number | undefined {
  const { overall } = memento;
  if (overall === undefined) return undefined;
  if (overall === "unsure") return 0;
  const towards = overall === "off-topic" ? -1 : 1;
  const votes = distancesOf(memento, combinedAt)
    .map((normalised) => towards * normalised)
    .filter((share) => share >= 0);
  if (votes.length === 0) return undefined;
  // One vote is enough for off-topic, so the most certain vote counts. On-topic needs all votes, so the least certain
  // vote counts.
  return overall === "off-topic" ? Math.max(...votes) : Math.min(...votes);
}

/**
 * Returns the distances of the votes from their thresholds. The distances come from the evidence, or else from the
 * learned combination.
 */
function distancesOf(memento: SavedMemento, combinedAt: number | undefined): number[] {
  const { evidence } = memento;
  if (evidence !== undefined) {
    return [...evidence.scores, ...(evidence.topic?.scores ?? [])].map(
      ({ normalised }) => normalised,
    );
  }
  const combined = measureOf(memento, COMBINED);
  const probability = combined && scoreOf(combined)?.score;
  if (probability === undefined || combinedAt === undefined) return [];
  const scale = { threshold: combinedAt, comparison: ">", range: [0, 1], equalScore: 0 } as const;
  return [thresholdDistance(probability, scale).normalised];
}

/** A memento that can be drawn for the sample. */
export interface Drawable {
  readonly timeMap: number;
  readonly place: number;
  readonly uriM: string;
  /** Distance of the verdict from the threshold. Absent if it is unknown. */
  readonly certainty?: number;
  /** Simhash of the text. */
  readonly simhash?: Simhash;
}

/** A memento in the sample, with the probability of being drawn. */
interface DrawnMemento extends Drawable {
  readonly drawn: number;
}

/** Number of mementos near the threshold in the sample. The sample has as many random mementos. */
const DRAWN_OF_EACH = 60;

/** Seed of the random choice. The seed is hashed with the URI-M, so that the order of the mementos has no influence. */
const SEED = "detect_off_topic audit sample 1";

/**
 * Draws an audit sample of on-topic mementos. The mementos nearest to the threshold are drawn with probability 1, and
 * as many other mementos at random. Equal results give equal samples.
 */
export class AuditSample {
  readonly #nearest = new Least<Drawable>(DRAWN_OF_EACH);
  readonly #random = new Least<Drawable>(2 * DRAWN_OF_EACH);
  #count = 0;

  add(memento: Drawable): void {
    this.#count += 1;
    const { certainty, uriM } = memento;
    const number = createHash("sha256").update(`${SEED}\n${uriM}`).digest().readUIntBE(0, 6);
    if (certainty !== undefined) this.#nearest.add(certainty + number / 2 ** 80, memento);
    this.#random.add(number, memento);
  }

  /** Returns the sample: first the mementos nearest to the threshold, then the random ones. */
  drawn(): DrawnMemento[] {
    const nearest = this.#nearest.values();
    const isNear = new Set(nearest);
    const others = this.#random.values().filter((each) => !isNear.has(each));
    const random = others.slice(0, DRAWN_OF_EACH);
    const left = this.#count - nearest.length;
    return [
      ...nearest.map((each) => ({ ...each, drawn: 1 })),
      ...random.map((each) => ({ ...each, drawn: random.length / left })),
    ];
  }
}

/** Keeps the items with the smallest keys. */
class Least<T> {
  readonly #most: number;
  #held: { readonly key: number; readonly item: T }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(key: number, item: T): void {
    this.#held.push({ key, item });
    if (this.#held.length >= 8 * this.#most) this.#settle();
  }

  /** Returns the items in ascending order of their keys. */
  values(): T[] {
    this.#settle();
    return this.#held.map(({ item }) => item);
  }

  #settle(): void {
    this.#held = this.#held.sort((a, b) => a.key - b.key).slice(0, this.#most);
  }
}
