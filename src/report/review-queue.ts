import type { Simhash } from "../base/math/simhash.js";
import type { SavedMemento } from "../write/entry.js";
import { type Case, isSame } from "./cases.js";
import type { Scales } from "./certainty.js";
import { CASE_FLAGS, type PageCases } from "./page-data.js";
import {
  type ListEntry,
  type ListedCase,
  type ListedCheck,
  type ListFacts,
  ReviewList,
} from "./review-list.js";
import type { NameTable } from "./summaries.js";
import { createHash } from "../base/platform/machine.js";

/** Certainty below which a verdict is flagged as near the threshold. */
const NEAR = 0.1;

/**
 * Queue of the page: the cases and checks of the {@link ReviewList}, and other on-topic mementos at random. Only the
 * random ones show how many mementos the verdicts miss.
 */
export class ReviewQueue {
  readonly #list: ReviewList;
  readonly #sample = new RandomSample();
  #timeMap = 0;
  #place = 0;

  constructor(scales: Scales) {
    this.#list = new ReviewList(scales);
  }

  add(memento: SavedMemento): ListFacts {
    const facts = this.#list.add(memento);
    const [timeMap, place] = [this.#timeMap, this.#place];
    this.#place += 1;
    const { overall, changedSince, override, uriM } = memento;
    const isPassed = overall === "on-topic" && changedSince === undefined;
    if (isPassed && override === undefined) {
      this.#sample.add({
        timeMap,
        place,
        uriM,
        certainty: facts.certainty,
        simhash: facts.simhash,
      });
    }
    return facts;
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
    const { mementos: random, drawn } = this.#sample.drawn(checks);
    const runs = [
      ...rows,
      ...checks.map(({ timeMap, places }) => ({ timeMap, from: places[0]!, to: places.at(-1)! })),
      ...random.map(({ timeMap, place }) => ({ timeMap, from: place, to: place })),
    ];
    return {
      timeMap: runs.map(({ timeMap }) => timeMap),
      from: runs.map(({ from }) => from),
      to: runs.map(({ to }) => to),
      kind: rows.map(({ kind }) => (kind === undefined ? -1 : kinds.place(kind))),
      texts: rows.map(({ texts }) => texts),
      status: rows.map(({ status }) => status ?? 0),
      flags: [
        ...rows.map(flagsOf),
        ...[...checks, ...random].map(({ certainty }) =>
          isSmall(certainty) ? CASE_FLAGS.near : 0,
        ),
      ],
      batch: listed.map(({ batch }) => batch ?? -1),
      checks: checks.map(({ place, places }) => [place, ...places]),
      checkKinds: checks.map(({ kind }) => (kind === undefined ? -1 : kinds.place(kind))),
      drawn: Number(drawn.toPrecision(6)),
      equal: random.map((each) => random.findIndex((other) => haveSameText(each, other))),
      breaks: rows.flatMap(({ breaks }, at) => (breaks.length === 0 ? [] : [[at, ...breaks]])),
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

const isSmall = (certainty: number | undefined): boolean =>
  certainty !== undefined && certainty < NEAR;

const flagsOf = ({ isOtherLanguage, isChange, overall, certainty }: Case): number =>
  (isOtherLanguage ? CASE_FLAGS.language : 0) |
  (isSmall(certainty) ? CASE_FLAGS.near : 0) |
  (isChange ? CASE_FLAGS.change : 0) |
  (overall === "unsure" ? CASE_FLAGS.unsure : 0) |
  (overall === "on-topic" ? CASE_FLAGS.onTopic : 0);

export interface Drawable {
  readonly timeMap: number;
  readonly place: number;
  readonly uriM: string;
  /** Distance of the verdict from the threshold. Absent if it is unknown. */
  readonly certainty?: number | undefined;
  readonly simhash?: Simhash | undefined;
}

interface RandomMementos {
  readonly mementos: readonly Drawable[];
  /** Probability with which each was drawn. */
  readonly drawn: number;
}

/** Number of mementos that are drawn at random if there are as many. */
export const RANDOM_DRAWS = 60;

/** Number of mementos from which those that are drawn come, because checks may have most of the smallest numbers. */
const MOST_KEPT = 4096;

/** The seed is hashed with the URI-M, so that the order of the mementos has no influence. */
const SEED = "detect_off_topic audit sample 1";

/** Draws on-topic mementos at random, beside the checks of the list. Equal results give equal samples. */
export class RandomSample {
  readonly #random = new Least<Drawable>(MOST_KEPT);
  #count = 0;

  add(memento: Drawable): void {
    this.#count += 1;
    const number = createHash("sha256").update(`${SEED}\n${memento.uriM}`).digest();
    this.#random.add(number.readUIntBE(0, 6), memento);
  }

  /** Leaves out what is decided with a check, which is no random draw. */
  drawn(checks: readonly Pick<ListedCheck, "timeMap" | "places">[]): RandomMementos {
    const checked = new Set(
      checks.flatMap(({ timeMap, places }) => places.map((place) => `${timeMap}.${place}`)),
    );
    const others = this.#random
      .values()
      .filter(({ timeMap, place }) => !checked.has(`${timeMap}.${place}`));
    const mementos = others.slice(0, RANDOM_DRAWS);
    return { mementos, drawn: mementos.length / Math.max(1, this.#count - checked.size) };
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
