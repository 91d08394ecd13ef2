import { groupBy } from "../base/math/group-by.js";
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

  /** Returns the lists, and adds the names of the kinds of cases to `kinds`. */
  queue(kinds: NameTable): PageCases {
    const entries = this.#list.entries();
    const listed = entries.filter(isCase);
    const rows = listed.map((each) => each.case);
    const checks = entries.filter(isCheck);
    const { mementos: random, drawn } = this.#sample.drawn(checks);
    const groups = groupBy(random, (each) => random.findIndex((one) => haveSameText(each, one)));
    return {
      timeMap: rows.map(({ timeMap }) => timeMap),
      from: rows.map(({ from }) => from),
      to: rows.map(({ to }) => to),
      kind: rows.map(({ kind }) => (kind === undefined ? -1 : kinds.place(kind))),
      texts: rows.map(({ texts }) => texts),
      flags: rows.map(flagsOf),
      batch: listed.map(({ batch }) => batch ?? -1),
      breaks: rows.flatMap(({ breaks }, at) => (breaks.length === 0 ? [] : [[at, ...breaks]])),
      checks: checks.map(({ timeMap, place, places, kind }) => ({ timeMap, place, places, kind })),
      random: [...groups.values()].map((group) => {
        const places = group.map(({ place }) => place).sort((a, b) => a - b);
        return { timeMap: group[0]!.timeMap, place: places[0]!, places };
      }),
      drawn: Number(drawn.toPrecision(6)),
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

const flagsOf = ({ isChange, overall }: Case): number =>
  (isChange ? CASE_FLAGS.change : 0) |
  (overall === "unsure" ? CASE_FLAGS.unsure : 0) |
  (overall === "on-topic" ? CASE_FLAGS.onTopic : 0);

export interface Drawable {
  readonly timeMap: number;
  readonly place: number;
  readonly uriM: string;
  readonly simhash?: Simhash | undefined;
}

interface RandomMementos {
  readonly mementos: readonly Drawable[];
  /** Probability with which each was drawn. */
  readonly drawn: number;
}

/** Number of mementos that are drawn at random if there are as many. */
export const RANDOM_DRAWS = 60;

/** The seed is hashed with the URI-M, so that the order of the mementos has no influence. */
const SEED = "detect_off_topic audit sample 1";

/** Draws on-topic mementos at random, beside the checks of the list. Equal results give equal samples. */
export class RandomSample {
  readonly #all: { readonly number: number; readonly memento: Drawable }[] = [];

  add(memento: Drawable): void {
    const digest = createHash("sha256").update(`${SEED}\n${memento.uriM}`).digest();
    this.#all.push({ number: digest.readUIntBE(0, 6), memento });
  }

  /** Leaves out what is decided with a check, which is no random draw. */
  drawn(checks: readonly Pick<ListedCheck, "timeMap" | "places">[]): RandomMementos {
    const checked = new Set(
      checks.flatMap(({ timeMap, places }) => places.map((place) => `${timeMap}.${place}`)),
    );
    const others = this.#all
      .filter(({ memento: { timeMap, place } }) => !checked.has(`${timeMap}.${place}`))
      .sort((a, b) => a.number - b.number);
    const mementos = others.slice(0, RANDOM_DRAWS).map(({ memento }) => memento);
    return { mementos, drawn: mementos.length / Math.max(1, others.length) };
  }
}
