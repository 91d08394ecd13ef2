import { Forest } from "../base/math/forest.js";
import { groupBy } from "../base/math/group-by.js";
import { hammingDistance, type Simhash } from "../base/math/simhash.js";
import type { OverallStatus } from "../base/types.js";

export interface CaseMemento {
  /** Place in its TimeMap. */
  readonly place: number;
  readonly overall?: OverallStatus;
  /** What it plainly is; absent where that is not known. */
  readonly kind?: string;
  /** Of its text. */
  readonly simhash?: Simhash;
  /** How far its verdict is from its threshold, 0 to 1; absent where that is not known. */
  readonly certainty?: number;
  readonly status?: number;
  readonly isOtherLanguage?: boolean;
  readonly isOverridden?: boolean;
}

/**
 * What one decision is about: a run of off-topic mementos of one TimeMap with the same kind, or of unsure ones. Mementos
 * without a verdict are passed over.
 */
export interface Case {
  readonly timeMap: number;
  /** Places of its first and last memento. */
  readonly from: number;
  readonly to: number;
  readonly isUnsure: boolean;
  readonly kind?: string;
  /** Different texts, by their Simhash: 1 or more. */
  readonly texts: number;
  /** Places where another text begins than that of the memento before. */
  readonly breaks: readonly number[];
  /** That of its least certain memento. */
  readonly certainty?: number;
  /** Of its first memento. */
  readonly status?: number;
  readonly isOtherLanguage: boolean;
  readonly isOverridden: boolean;
  /** Of its first memento. */
  readonly simhash?: Simhash;
}

/** Texts whose Simhashes differ in no more bits are the same but for a date or a counter. */
const SAME = 3;
/** Texts whose Simhashes differ in no more bits are nearly the same: another name in the same words. */
const NEAR = 8;

/** Finds the cases of TimeMaps whose mementos come one after the other, oldest first. */
export class CaseFinder {
  readonly #cases: Case[] = [];
  #run: CaseMemento[] = [];
  #timeMap = 0;

  add(memento: CaseMemento): void {
    const { overall, kind } = memento;
    if (overall === undefined) return;
    const [first] = this.#run;
    if (first !== undefined && (overall !== first.overall || kind !== first.kind)) this.#endRun();
    if (overall !== "on-topic") this.#run.push(memento);
  }

  /** The mementos that follow are of the next TimeMap. */
  endTimeMap(): void {
    this.#endRun();
    this.#timeMap += 1;
  }

  /** All cases, in the order of the mementos. */
  get cases(): readonly Case[] {
    return this.#cases;
  }

  #endRun(): void {
    const [first, ...others] = this.#run;
    this.#run = [];
    if (first === undefined) return;
    const texts: Simhash[] = first.simhash === undefined ? [] : [first.simhash];
    const breaks: number[] = [];
    let before = first;
    for (const memento of others) {
      const { simhash, place } = memento;
      if (simhash !== undefined && !texts.some((each) => isSame(each, simhash))) {
        // More are not counted: the time to compare grows with them.
        if (texts.length < MOST_TEXTS) texts.push(simhash);
      }
      if (!isSame(before.simhash, simhash)) breaks.push(place);
      before = memento;
    }
    const all = [first, ...others];
    const certainties = all.flatMap(({ certainty }) => certainty ?? []);
    this.#cases.push({
      timeMap: this.#timeMap,
      from: first.place,
      to: before.place,
      isUnsure: first.overall === "unsure",
      kind: first.kind,
      texts: Math.max(texts.length, 1),
      breaks,
      certainty:
        certainties.length === 0 ? undefined : certainties.reduce((a, b) => Math.min(a, b)),
      status: first.status,
      isOtherLanguage: all.some((each) => each.isOtherLanguage === true),
      isOverridden: all.some((each) => each.isOverridden === true),
      simhash: first.simhash,
    });
  }
}

const MOST_TEXTS = 100;

export const isSame = (one: Simhash | undefined, other: Simhash | undefined): boolean =>
  one === undefined || other === undefined ? one === other : hammingDistance(one, other) <= SAME;

/** Texts of one kind that are compared with each that shares eight of its bits with them: bounds the time. */
const MOST_COMPARED = 8;

/**
 * Cases of one kind and nearly the same text in several TimeMaps, by place among `cases`, each batch in their order; unsure
 * ones are decided one by one. In time that grows with the number of cases: each text is compared with a few that share eight bits with it.
 */
export function batchesOf(cases: readonly Case[]): number[][] {
  const forest = new Forest();
  const buckets = new Map<string, number[]>();
  for (const { kind, simhash, isUnsure } of cases) {
    const at = forest.add();
    if (isUnsure || kind === undefined || simhash === undefined) continue;
    for (const [byte, bits] of bytesOf(simhash).entries()) {
      const name = `${byte} ${bits} ${kind}`;
      const bucket = buckets.get(name) ?? [];
      buckets.set(name, bucket);
      for (const other of bucket) {
        if (hammingDistance(cases[other]!.simhash!, simhash) > NEAR) continue;
        forest.unite(other, at);
        break;
      }
      if (bucket.length < MOST_COMPARED) bucket.push(at);
    }
  }
  return [...groupBy(cases.keys(), (at) => forest.rootOf(at)).values()].filter(
    (group) => new Set(group.map((at) => cases[at]!.timeMap)).size > 1,
  );
}

const bytesOf = ({ high, low }: Simhash): number[] =>
  [high, low].flatMap((half) => [0, 8, 16, 24].map((shift) => (half >>> shift) & 0xff));
