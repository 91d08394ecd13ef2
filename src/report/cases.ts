import { NearGroups, simhashBands } from "../base/math/near-groups.js";
import { hammingDistance, type Simhash } from "../base/math/simhash.js";
import type { OverallStatus } from "../base/types.js";

export interface CaseMemento {
  readonly place: number;
  readonly overall?: OverallStatus;
  /** Known kind of the page; absent if it is unknown. */
  readonly kind?: string;
  readonly simhash?: Simhash;
  /** Distance of the verdict from the threshold, from 0 to 1. Absent if it is unknown. */
  readonly certainty?: number;
  /** Set if a curator has decided. The memento is then in no case. */
  readonly isDecided?: boolean;
  /** See `changedSince` of a result. */
  readonly changedSince?: string;
  /** Set if the page only has frames, or forwards, and so shows nothing of its content. */
  readonly isShell?: boolean;
  /** Set if the verdict does not follow from a score but from a lost identity. */
  readonly isByIdentity?: boolean;
  /** Set for a capture that was not read. Its content is taken to be that of the capture before it. */
  readonly isInferred?: boolean;
}

/**
 * Unit of a decision: the mementos of a TimeMap since a lasting change, or else a run of off-topic mementos that have the
 * same kind, or a run of unsure mementos. A memento without a verdict does not interrupt a run.
 */
export interface Case {
  readonly timeMap: number;
  /** Place of the first memento. `to` is the place of the last memento. */
  readonly from: number;
  readonly to: number;
  /** Set if the case begins with a lasting change. */
  readonly isChange: boolean;
  /** Verdict of all mementos; unsure if they have several. */
  readonly overall: OverallStatus;
  readonly kind?: string;
  /** Number of different texts, at least 1. Texts are distinguished by Simhash. */
  readonly texts: number;
  /** Places at which the text differs from the previous memento's text. */
  readonly breaks: readonly number[];
  readonly certainty?: number;
  /** Set if the case is unsure because all judged mementos of its TimeMap are shells. */
  readonly isShell: boolean;
  /** Set if the verdict on a memento follows from a lost identity. */
  readonly isByIdentity: boolean;
  readonly simhash?: Simhash;
}

/** Maximum number of different bits in the Simhashes of two texts that differ only in a date or a counter. */
const SAME = 3;
/**
 * Maximum number of different bits in the Simhashes of two texts that are nearly equal, such as the same words with
 * another name.
 */
const NEAR = 8;

/** The caller must add one TimeMap after the other, and the mementos of each TimeMap oldest first. */
export class CaseFinder {
  readonly #cases: Case[] = [];
  #run: CaseMemento[] = [];
  #timeMap = 0;
  /** Set while all judged mementos of the current TimeMap are unsure shells. */
  #isShellThroughout = true;

  add(given: CaseMemento): void {
    const { place, overall, changedSince } = given;
    const before = given.isInferred === true ? this.#run.at(-1) : undefined;
    const memento = before === undefined ? given : { ...before, place, overall, changedSince };
    const { kind } = memento;
    if (overall === undefined) return;
    if (given.isDecided === true) {
      this.#endRun();
      return;
    }
    if (overall !== "unsure" || memento.isShell !== true) this.#isShellThroughout = false;
    const [first] = this.#run;
    const isAlike =
      changedSince !== undefined || (overall === first?.overall && kind === first.kind);
    if (changedSince !== first?.changedSince || !isAlike) this.#endRun();
    if (changedSince !== undefined || overall !== "on-topic") this.#run.push(memento);
  }

  /** Ends a TimeMap. The following mementos belong to the next one. */
  endTimeMap(): void {
    this.#endRun(this.#isShellThroughout);
    this.#timeMap += 1;
    this.#isShellThroughout = true;
  }

  /** All cases in the order of the mementos. */
  get cases(): readonly Case[] {
    return this.#cases;
  }

  #endRun(isShell = false): void {
    const [first, ...others] = this.#run;
    this.#run = [];
    if (first === undefined) return;
    const texts: Simhash[] = first.simhash === undefined ? [] : [first.simhash];
    const breaks: number[] = [];
    let before = first;
    for (const memento of others) {
      const { simhash, place } = memento;
      if (simhash !== undefined && !texts.some((each) => isSame(each, simhash))) {
        // Further texts are not counted, because the time for comparing grows with their number.
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
      isChange: first.changedSince !== undefined,
      overall: all.every(({ overall }) => overall === first.overall) ? first.overall! : "unsure",
      kind: all.find((each) => each.kind !== undefined)?.kind,
      texts: Math.max(texts.length, 1),
      breaks,
      certainty:
        certainties.length === 0 ? undefined : certainties.reduce((a, b) => Math.min(a, b)),
      isShell,
      isByIdentity: all.some((each) => each.isByIdentity === true),
      simhash: first.simhash,
    });
  }
}

const MOST_TEXTS = 100;

export const isNear = (one: Simhash | undefined, other: Simhash | undefined): boolean =>
  one !== undefined && other !== undefined && hammingDistance(one, other) <= NEAR;

export const isSame = (one: Simhash | undefined, other: Simhash | undefined): boolean =>
  one === undefined || other === undefined ? one === other : hammingDistance(one, other) <= SAME;

/**
 * Maximum number of texts with which each text is compared. These texts have the same kind and the same eight bits. The
 * limit bounds the time.
 */
const MOST_COMPARED = 8;
const BYTES = 8;

/**
 * Returns batches of cases as indexes of `cases`, in the order of `cases`. The cases of a batch belong to several
 * TimeMaps and have one kind and nearly the same text. Other than off-topic cases are in no batch, because reviewers
 * decide them individually. Takes linear time, because each text is compared only with a few texts that share eight bits with it.
 */
export function batchesOf(cases: readonly Case[]): number[][] {
  const near = new NearGroups<Case>({
    isNear: (one, other) => isNear(one.simhash, other.simhash),
    most: MOST_COMPARED,
  });
  for (const each of cases) near.add(each, keysOf(each));
  return near.groups().filter((group) => new Set(group.map((at) => cases[at]!.timeMap)).size > 1);
}

const keysOf = ({ kind, simhash, overall }: Case): string[] =>
  overall !== "off-topic" || kind === undefined || simhash === undefined
    ? []
    : simhashBands(simhash, BYTES).map((bits) => `${bits} ${kind}`);
