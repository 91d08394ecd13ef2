import { NearGroups, simhashBands } from "../base/math/near-groups.js";
import { hammingDistance, type Simhash } from "../base/math/simhash.js";
import { isInCase } from "../score/verdict/consequences.js";
import type { OverallStatus } from "../base/types.js";
import { type PageCase, UNKNOWN_KIND } from "./page-data.js";

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
  /** Reason of its own to look at it. */
  readonly reason?: string | undefined;
  /** Set for a capture that was not read. Its content is taken to be that of the capture before it. */
  readonly isInferred?: boolean;
}

/** A case as the page shows it, with what decides its place in the list. */
export interface Case {
  readonly shown: PageCase;
  readonly certainty?: number;
  /** Set if the case is unsure because all judged mementos of its TimeMap are shells. */
  readonly isShell: boolean;
  /** The first reason that a memento has of its own. */
  readonly reason: string | undefined;
  readonly simhash?: Simhash;
}

/** Maximum number of different bits in the Simhashes of two texts that differ only in a date or a counter. */
const SAME = 3;
/**
 * Maximum number of different bits in the Simhashes of two texts that are nearly equal, such as the same words with
 * another name.
 */
const NEAR_BITS_OF_TEXT = 8;

/**
 * Returns the cases of a TimeMap, whose mementos must come oldest first. A case has the mementos since a lasting change,
 * or else a run of off-topic mementos of one kind, or a run of unsure mementos. A memento without a verdict does not
 * interrupt a run.
 */
export function findCases(timeMap: number, mementos: readonly CaseMemento[]): Case[] {
  const runs: CaseMemento[][] = [];
  let run: CaseMemento[] = [];
  let isShell = true;
  for (const given of mementos) {
    const { place, overall, changedSince, isDecided = false } = given;
    if (overall === undefined) continue;
    const before = given.isInferred === true ? run.at(-1) : undefined;
    const memento = before === undefined ? given : { ...before, place, overall, changedSince };
    if (!isDecided && (overall !== "unsure" || memento.isShell !== true)) isShell = false;
    const isOpen = !isDecided && isInCase({ overall, changedSince });
    const [first] = run;
    const isAlike =
      changedSince !== undefined || (overall === first?.overall && memento.kind === first.kind);
    if (!isOpen || changedSince !== first?.changedSince || !isAlike) run = [];
    if (!isOpen) continue;
    if (run.length === 0) runs.push(run);
    run.push(memento);
  }
  return runs.map((each) => caseOfRun(timeMap, each, isShell));
}

const MOST_TEXTS = 100;

function caseOfRun(timeMap: number, run: readonly CaseMemento[], isShell: boolean): Case {
  const first = run[0]!;
  const texts: Simhash[] = [];
  const breaks: number[] = [];
  for (const [at, { simhash, place }] of run.entries()) {
    if (at > 0 && !isSameText(run[at - 1]!.simhash, simhash)) breaks.push(place);
    // Further texts are not counted, because the time for comparing grows with their number.
    if (simhash === undefined || texts.length === MOST_TEXTS) continue;
    if (!texts.some((each) => isSameText(each, simhash))) texts.push(simhash);
  }
  const computed = run.every(({ overall }) => overall === first.overall)
    ? first.overall!
    : "unsure";
  const kind = run.find((each) => each.kind !== undefined)?.kind;
  const places = run.map(({ place }) => place);
  const certainties = run.flatMap(({ certainty }) => certainty ?? []);
  return {
    shown: {
      ...{ look: "case", timeMap, place: first.place, places, computed },
      kind: kind ?? (computed === "on-topic" ? undefined : UNKNOWN_KIND),
      isChange: first.changedSince !== undefined,
      texts: Math.max(texts.length, 1),
      breaks,
    },
    certainty: certainties.length === 0 ? undefined : certainties.reduce((a, b) => Math.min(a, b)),
    isShell,
    reason: run.find((each) => each.reason !== undefined)?.reason,
    simhash: first.simhash,
  };
}

export const isNear = (one: Simhash | undefined, other: Simhash | undefined): boolean =>
  one !== undefined && other !== undefined && hammingDistance(one, other) <= NEAR_BITS_OF_TEXT;

export const isSameText = (one: Simhash | undefined, other: Simhash | undefined): boolean =>
  one === undefined || other === undefined ? one === other : hammingDistance(one, other) <= SAME;

/**
 * Maximum number of texts with which each text is compared. These texts have the same kind and the same eight bits. The
 * limit bounds the time.
 */
const MOST_COMPARED = 8;
const BATCH_BYTES = 8;

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
  for (const each of cases) near.add(each, batchKeys(each));
  return near
    .groups()
    .filter((group) => new Set(group.map((at) => cases[at]!.shown.timeMap)).size > 1);
}

const batchKeys = ({ simhash, shown: { kind = UNKNOWN_KIND, computed } }: Case): string[] =>
  computed !== "off-topic" || kind === UNKNOWN_KIND || simhash === undefined
    ? []
    : simhashBands(simhash, BATCH_BYTES).map((bits) => `${bits} ${kind}`);
