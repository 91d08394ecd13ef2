import { FAULTS } from "../base/types.js";
import type { Simhash } from "../base/math/simhash.js";
import type { SavedMemento } from "../write/entry.js";
import { type Case, isSame } from "./cases.js";
import type { Scales } from "./certainty.js";
import { CASE_FLAGS, type PageCases } from "./page-data.js";
import {
  type ListEntry,
  type ListedCase,
  type ListedCheck,
  MOST_CHECKS,
  ReviewList,
} from "./review-list.js";
import type { NameTable } from "./summaries.js";
import { createHash } from "../base/platform/machine.js";

/** Certainty below which a verdict is flagged as near the threshold. */
const NEAR = 0.1;

/**
 * Queue of the page: the cases and checks of the {@link ReviewList}, and as many on-topic mementos at random as there can
 * be checks. Only the random ones show how many mementos the verdicts miss.
 */
export class ReviewQueue {
  readonly #list: ReviewList;
  readonly #sample = new RandomSample();
  #timeMap = 0;
  #place = 0;

  constructor(scales: Scales) {
    this.#list = new ReviewList(scales);
  }

  add(memento: SavedMemento): void {
    const { certainty, simhash } = this.#list.add(memento);
    const [timeMap, place] = [this.#timeMap, this.#place];
    this.#place += 1;
    if (memento.overall !== "on-topic") return;
    this.#sample.add({ timeMap, place, uriM: memento.uriM, certainty, simhash });
  }

  endTimeMap(): void {
    this.#list.endTimeMap();
    this.#timeMap += 1;
    this.#place = 0;
  }

  /** Returns the queue in columns and adds the names of kinds to `kinds`. */
  queue(kinds: NameTable): PageCases {
    const entries = this.#list.entries();
    const listed = entries.filter(isCase);
    const rows = listed.map((each) => each.case);
    const checks = entries.filter(isCheck);
    const sample = this.#sample.drawn(checks);
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
      batch: listed.map(({ batch }) => batch ?? -1),
      checks: checks.length,
      drawn: sample.map(({ drawn }) => Number(drawn.toPrecision(6))),
      equal: sample.map((each) => sample.findIndex((other) => haveSameText(each, other))),
      breaks,
    };
  }
}

const isCase = (entry: ListEntry): entry is ListedCase => entry.look === "case";
const isCheck = (entry: ListEntry): entry is ListedCheck => entry.look === "check";

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

export interface Drawable {
  readonly timeMap: number;
  readonly place: number;
  readonly uriM: string;
  /** Distance of the verdict from the threshold. Absent if it is unknown. */
  readonly certainty?: number;
  readonly simhash?: Simhash;
}

interface DrawnMemento extends Drawable {
  readonly drawn: number;
}

/** Number of mementos that are drawn at random. */
const DRAWN = 60;

/** The seed is hashed with the URI-M, so that the order of the mementos has no influence. */
const SEED = "detect_off_topic audit sample 1";

/** Draws on-topic mementos at random, beside the checks of the list. Equal results give equal samples. */
export class RandomSample {
  readonly #random = new Least<Drawable>(DRAWN + MOST_CHECKS);
  #count = 0;

  add(memento: Drawable): void {
    this.#count += 1;
    const number = createHash("sha256").update(`${SEED}\n${memento.uriM}`).digest();
    this.#random.add(number.readUIntBE(0, 6), memento);
  }

  /** Returns the checks, which are drawn with probability 1, then the mementos that are drawn from all others. */
  drawn(checks: readonly Drawable[]): DrawnMemento[] {
    const placeOf = ({ timeMap, place }: Drawable): string => `${timeMap}.${place}`;
    const checked = new Set(checks.map(placeOf));
    const others = this.#random.values().filter((each) => !checked.has(placeOf(each)));
    const random = others.slice(0, DRAWN);
    const left = this.#count - checks.length;
    return [
      ...checks.map((each) => ({ ...each, drawn: 1 })),
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
