import { groupBy, pairUp } from "../../base/math/group-by.js";
import { hammingDistance, type Simhash, simhashFromDecimal } from "../../base/math/simhash.js";
import { sortDigits } from "../../base/datetime.js";
import { byText } from "../../base/text.js";
import { seedKey } from "../../base/uri.js";
import type { OverallStatus, TopicStatus } from "../../base/types.js";
import type { MeasureResult } from "../../score/types.js";
import { type Decision, isDecided, mergeDecisions, uriMOf } from "../../write/decisions.js";
import { captureKey, measuresOf, type SavedMemento, scoreIn, valueOf } from "../../write/entry.js";
import { computedOf } from "../../write/overrides.js";
import type { SavedResults } from "../../write/read-results.js";
import { runDigest } from "../../write/run-digest.js";
import {
  type ChangedSeed,
  changedSeed,
  probabilityChange,
  SeedChange,
} from "../../write/seed-change.js";
import { knownKind, probabilityOf } from "../../write/writing.js";
import { isNear } from "../../report/cases.js";

/** Verdict of a run on a memento, overall or by one measure. */
type Verdict = OverallStatus | "no verdict" | "access error" | "measurement error";

interface StatusChange {
  /** `overall`, or the name of a measure. */
  readonly of: string;
  readonly before: Verdict;
  readonly after: Verdict;
}

interface ChangedMemento {
  readonly uriM: string;
  readonly changes: readonly StatusChange[];
  /** Why other captures changed the overall verdict, as far as the runs say: the remark on the seed, probabilities. */
  readonly reason?: string | undefined;
}

export interface RunComparison {
  /** Seeds that are off-topic after their last capture in the second run only, each with the first capture of that stretch. */
  readonly offTopicSeeds: readonly ChangedSeed[];
  /** Seeds that were off-topic at the end of the first run and are on-topic now, each with the capture that recovered. */
  readonly recoveredSeeds: readonly ChangedSeed[];
  /** In the order of the second file. */
  readonly newOffTopic: readonly ChangedSeed[];
  /** In the order of the first file. */
  readonly changed: readonly ChangedMemento[];
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
  readonly same: number;
  /** Mementos of the first run, and those of them that the second does not have. */
  readonly all: number;
  readonly missing: number;
}

/**
 * Pairs the mementos of two runs by URI-M, or else by second and SURT of the URI-R. Several captures with the same key
 * are paired in order.
 */
const mementoPairs = (
  before: SavedResults,
  after: SavedResults,
): ReadonlyMap<SavedMemento, SavedMemento> =>
  pairUp(before.mementos, after.mementos, [
    [name, name],
    [secondAndUri, secondAndUri],
  ]);

/** `keywordOf` returns the measure of a name (`raw_simhash` is OTMT's name of `simhash-raw`). */
export function compareResults(
  before: SavedResults,
  after: SavedResults,
  keywordOf: (name: string) => string = (name) => name,
): RunComparison {
  const pairs = mementoPairs(before, after);
  const partners = new Map([...pairs].map(([one, other]) => [other, one]));
  const changed: ChangedMemento[] = [];
  for (const memento of before.mementos) {
    const other = pairs.get(memento);
    if (other === undefined) continue;
    const changes = changesOf(memento, other, keywordOf);
    if (changes.length > 0)
      changed.push({ uriM: memento.uriM, changes, reason: changeReason(memento, other) });
  }
  const lostTimeMaps = timeMapsOnlyIn(before, after);
  const newTimeMaps = timeMapsOnlyIn(after, before);
  return {
    ...seedChanges(before, after),
    newOffTopic: after.mementos
      .filter((each) => each.overall === "off-topic")
      .filter((each) => partners.get(each)?.overall !== "off-topic")
      .map(changedSeed),
    changed,
    onlyBefore: [...lostTimeMaps, ...before.mementos.filter((each) => !pairs.has(each)).map(name)],
    onlyAfter: [...newTimeMaps, ...after.mementos.filter((each) => !partners.has(each)).map(name)],
    same: pairs.size - changed.length,
    all: before.mementos.length,
    missing: before.mementos.length - pairs.size,
  };
}

/** Returns the names of the settings that differ; none if one of the results does not say its settings. */
export function differentSettings(before: SavedResults, after: SavedResults): string[] {
  const [one, other] = [before.run?.settings, after.run?.settings];
  if (one === undefined || other === undefined) return [];
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (name) => JSON.stringify(one.get(name)) !== JSON.stringify(other.get(name)),
  );
}

function seedChanges(
  before: SavedResults,
  after: SavedResults,
): Pick<RunComparison, "offTopicSeeds" | "recoveredSeeds"> {
  const earlier = mementosBySeed(before);
  const offTopicSeeds: ChangedSeed[] = [];
  const recoveredSeeds: ChangedSeed[] = [];
  for (const [seed, mementos] of mementosBySeed(after)) {
    const change = new SeedChange();
    const was = earlier.get(seed) ?? [];
    let at = 0;
    for (const memento of mementos) {
      for (; at < was.length && sortableDate(was[at]) <= sortableDate(memento); at += 1) {
        change.before(was[at]!.overall);
      }
      change.after(memento.overall, memento);
    }
    for (const { overall } of was.slice(at)) change.before(overall);
    const { offTopic, recovered } = change;
    if (offTopic !== undefined) offTopicSeeds.push(offTopic);
    if (recovered !== undefined) recoveredSeeds.push(recovered);
  }
  return { offTopicSeeds, recoveredSeeds };
}

const sortableDate = (memento: SavedMemento | undefined): string =>
  sortDigits(memento?.capture.mementoDatetime ?? "");

/** Returns the mementos of each seed in time order. The key is the SURT of the URI-R, which is the same in both runs. */
function mementosBySeed({ mementos }: SavedResults): ReadonlyMap<string, readonly SavedMemento[]> {
  const seeds = groupBy(mementos, seedOf);
  for (const each of seeds.values()) {
    each.sort((a, b) => byText(sortableDate(a), sortableDate(b)));
  }
  return seeds;
}

const name = ({ uriM }: SavedMemento): string => uriM;
const secondAndUri = ({ capture }: SavedMemento): string | undefined => captureKey(capture);

function timeMapsOnlyIn(one: SavedResults, other: SavedResults): string[] {
  const known = new Set(other.timeMapProblems.map(({ uriT }) => uriT));
  return one.timeMapProblems
    .map(({ uriT }) => uriT)
    .filter((uriT) => !known.has(uriT))
    .map((uriT) => `${uriT} (access error)`);
}

/** A measure that only one of the mementos has is no difference. */
function changesOf(
  before: SavedMemento,
  after: SavedMemento,
  keywordOf: (name: string) => string,
): StatusChange[] {
  const changes: StatusChange[] = [
    { of: "overall", before: overallVerdict(before), after: overallVerdict(after) },
  ];
  const others = new Map(measuresOf(after).map((each) => [keywordOf(each.name), each]));
  const isRead = before.problem === undefined && after.problem === undefined;
  for (const measure of isRead ? measuresOf(before) : []) {
    const other = others.get(keywordOf(measure.name));
    if (other === undefined) continue;
    const verdicts = { before: measureVerdict(measure), after: measureVerdict(other) };
    changes.push({ of: measure.name, ...verdicts });
  }
  return changes.filter((change) => change.before !== change.after);
}

/** Returns why the overall verdict on a memento differs between the runs; undefined if it does not or no reason is known. */
function changeReason(before: SavedMemento, after: SavedMemento): string | undefined {
  if (overallVerdict(before) === overallVerdict(after)) return undefined;
  const notice = after.seedNotice === before.seedNotice ? undefined : after.seedNotice;
  const moved = probabilityChange(probabilityOf(before), probabilityOf(after));
  const known = [notice, moved].filter((each) => each !== undefined);
  return known.length === 0 ? undefined : known.join(", ");
}

function overallVerdict({ problem, overall }: SavedMemento): Verdict {
  return overall ?? (problem === undefined ? "no verdict" : "access error");
}

function measureVerdict(measure: MeasureResult): Verdict {
  const score = scoreIn(measure);
  return score === undefined ? "measurement error" : (score.topicStatus ?? "no verdict");
}

/** Returns true if verdicts differ, or if only one run has a memento. */
export function differs({ changed, onlyBefore, onlyAfter }: RunComparison): boolean {
  return changed.length + onlyBefore.length + onlyAfter.length > 0;
}

interface DecidedChange {
  readonly uriM: string;
  readonly label: TopicStatus;
  readonly before: OverallStatus | "no verdict";
  readonly after: OverallStatus | "no verdict";
}

/** A memento of the second run that is like a memento of its seed with a decision. */
interface Offer {
  readonly uriM: string;
  readonly like: string;
  /** Says what both have in common: `the same text as`. */
  readonly how: string;
  readonly label: TopicStatus;
}

export interface CarriedDecisions {
  readonly changed: readonly DecidedChange[];
  /** Number of decisions on mementos that both runs have. */
  readonly both: number;
  /** Number of decisions on mementos that the next run does not have. */
  readonly lost: number;
  readonly offers: readonly Offer[];
  /**
   * Decisions for the next run. They are decisions on the same mementos, and offers, which have no label until a person
   * confirms them.
   */
  readonly carried: readonly Decision[];
}

/**
 * Carries decisions on one run over to the next run. They go to the same mementos, as paired by {@link mementoPairs},
 * and become offers for other mementos of the same seed (see {@link offersOf}).
 */
export function carryDecisions(
  decisions: Iterable<Decision>,
  before: SavedResults,
  after: SavedResults,
): CarriedDecisions {
  const pairs = mementoPairs(before, after);
  const run = runDigest(after.mementos.map(({ uriM }) => uriM));
  const old = new Map(before.mementos.map((memento) => [uriMOf(memento.uriM), memento]));
  const next = new Map(after.mementos.map((memento) => [uriMOf(memento.uriM), memento]));
  const carried: Decision[] = [];
  const changed: DecidedChange[] = [];
  const decided: JudgedDecision[] = [];
  let [both, lost] = [0, 0];
  for (const decision of mergeDecisions(decisions)) {
    const memento = old.get(decision.uriM);
    const other = next.get(decision.uriM) ?? (memento && pairs.get(memento));
    const label = isDecided(decision) ? decision.label : undefined;
    if (memento !== undefined && label !== undefined) decided.push({ decision, memento, label });
    if (other === undefined) {
      lost += 1;
      continue;
    }
    carried.push({ ...decision, ...factsOf(other), drawn: undefined, run });
    if (memento === undefined || label === undefined) continue;
    both += 1;
    const [was, is] = [computedVerdict(memento), computedVerdict(other)];
    if (was !== is) changed.push({ uriM: decision.uriM, label, before: was, after: is });
  }
  const known = new Set(carried.map(({ uriM }) => uriM));
  const offers = offersOf(
    decided,
    after.mementos.filter(({ uriM }) => !known.has(uriMOf(uriM))),
  );
  for (const { memento, like, how } of offers) {
    const { uriM, label, ...rest } = like.decision;
    carried.push({
      ...{ kind: rest.kind, by: rest.by, at: rest.at ?? NEVER },
      ...factsOf(memento),
      note: `${how} ${uriM}, decided ${label}`,
      run,
    });
  }
  return {
    ...{ changed, both, lost, carried },
    offers: offers.map(({ memento, like, how }) => ({
      ...{ uriM: memento.uriM, how },
      like: like.decision.uriM,
      label: like.label,
    })),
  };
}

/**
 * Time of a row without a label whose decision has no time. Such rows need a time, and with the earliest possible time
 * any other decision takes precedence.
 */
const NEVER = "1970-01-01T00:00:00Z";

interface JudgedDecision {
  readonly decision: Decision;
  readonly memento: SavedMemento;
  readonly label: TopicStatus;
}

const computedVerdict = (memento: SavedMemento): OverallStatus | "no verdict" =>
  computedOf(memento) ?? "no verdict";

function factsOf(
  memento: SavedMemento,
): Pick<Decision, "uriM" | "date" | "computed" | "probability"> {
  return {
    uriM: uriMOf(memento.uriM),
    date: memento.capture.mementoDatetime,
    computed: computedOf(memento),
    probability: probabilityOf(memento),
  };
}

/**
 * Pairs each memento with the decided memento of its seed that has the most similar text. Where texts rotate, as on a
 * parked page, it is paired with the newest off-topic one of its kind.
 */
function offersOf(
  decided: readonly JudgedDecision[],
  mementos: readonly SavedMemento[],
): { readonly memento: SavedMemento; readonly like: JudgedDecision; readonly how: string }[] {
  const ofSeed = groupBy(decided, ({ memento }) => seedOf(memento));
  return mementos.flatMap((memento) => {
    const own = (ofSeed.get(seedOf(memento)) ?? []).toReversed();
    const text = textOf(memento);
    const near = own.filter((one) => isNear(textOf(one.memento), text));
    const [first] = near.sort((a, b) => distance(a, text) - distance(b, text));
    if (first !== undefined) return [{ memento, like: first, how: "the same text as" }];
    const kind = knownKind(memento);
    const like = own.find(
      (one) => one.label === "off-topic" && kind !== undefined && knownKind(one.memento) === kind,
    );
    return like === undefined ? [] : [{ memento, like, how: "the same kind of page as" }];
  });
}

const seedOf = ({ capture: { uriR }, uriT }: SavedMemento): string => seedKey(uriR ?? uriT);

const textOf = ({ textSimhash }: SavedMemento): Simhash | undefined => {
  const digits = valueOf(textSimhash);
  return digits === undefined ? undefined : simhashFromDecimal(digits);
};

const distance = ({ memento }: JudgedDecision, text: Simhash | undefined): number =>
  hammingDistance(textOf(memento)!, text!);
