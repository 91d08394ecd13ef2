import { append } from "../math/group-by.js";
import { hammingDistance, type Simhash, simhashFromDecimal } from "../math/simhash.js";
import { printable } from "../mementos/text.js";
import { surt } from "../mementos/uri.js";
import type { OverallStatus, TopicStatus } from "../types.js";
import { mementoPairs } from "./compare.js";
import { type Decision, isDecided, mergeDecisions, uriMOf } from "./decisions.js";
import { measureOf, type SavedMemento, scoreOf, valueOf } from "./entry.js";
import { computedOf } from "./overrides.js";
import type { SavedResults } from "./read-results.js";
import { runDigest } from "./run-digest.js";

/** A memento that a person has decided on, and that two runs judge differently. */
export interface DecidedChange {
  readonly uriM: string;
  readonly label: TopicStatus;
  readonly before: OverallStatus | "no verdict";
  readonly after: OverallStatus | "no verdict";
}

/** A memento of the next run that is the same page as one that a person has decided on. */
export interface Offer {
  readonly uriM: string;
  readonly like: string;
  readonly label: TopicStatus;
}

/** Decisions on one run, beside the next one. */
export interface CarriedDecisions {
  readonly changed: readonly DecidedChange[];
  /** Decisions on mementos that both runs have. */
  readonly both: number;
  /** Decisions on mementos that the next run does not have. */
  readonly lost: number;
  readonly offers: readonly Offer[];
  /** The decisions for the next run: those carried by URI-M, and offers, which are open until a person confirms them. */
  readonly carried: readonly Decision[];
}

/** Texts whose Simhashes differ in no more bits are the same but for a date or a counter. */
const SAME = 3;

/**
 * Carries decisions on one run to the next one: to the same mementos, as {@link mementoPairs} finds them, and as offers to
 * other mementos of the same seed with the same text.
 */
export function carryDecisions(
  decisions: Iterable<Decision>,
  before: SavedResults,
  after: SavedResults,
): CarriedDecisions {
  const { decisions: merged, conflicts } = mergeDecisions(decisions);
  const open = new Set(conflicts.map(({ uriM }) => uriM));
  const pairs = mementoPairs(before, after);
  const run = runDigest(after.mementos.map(({ uriM }) => uriM));
  const old = new Map(before.mementos.map((memento) => [uriMOf(memento.uriM), memento]));
  const next = new Map(after.mementos.map((memento) => [uriMOf(memento.uriM), memento]));
  const carried: Decision[] = [];
  const changed: DecidedChange[] = [];
  const decided: Judged[] = [];
  let [both, lost] = [0, 0];
  for (const decision of merged) {
    const memento = old.get(decision.uriM);
    const other = next.get(decision.uriM) ?? (memento && pairs.get(memento));
    const label = isDecided(decision) && !open.has(decision.uriM) ? decision.label : undefined;
    if (memento !== undefined && label !== undefined) decided.push({ decision, memento, label });
    if (other === undefined) {
      lost += 1;
      continue;
    }
    carried.push({ ...decision, ...factsOf(other), drawn: undefined, run });
    if (memento === undefined || label === undefined) continue;
    both += 1;
    const [was, is] = [verdictOf(memento), verdictOf(other)];
    if (was !== is) changed.push({ uriM: decision.uriM, label, before: was, after: is });
  }
  const known = new Set(carried.map(({ uriM }) => uriM));
  const offers = offersOf(
    decided,
    after.mementos.filter(({ uriM }) => !known.has(uriMOf(uriM))),
  );
  for (const { memento, like } of offers) {
    const { uriM, label, ...rest } = like.decision;
    carried.push({
      ...{ kind: rest.kind, by: rest.by, at: rest.at ?? NEVER },
      ...factsOf(memento),
      note: `the same text as ${uriM}, decided ${label}`,
      run,
    });
  }
  return {
    ...{ changed, both, lost, carried },
    offers: offers.map(({ memento, like }) => ({
      uriM: memento.uriM,
      like: like.decision.uriM,
      label: like.label,
    })),
  };
}

/** A row without a label has a time: of one whose decision has none, the first there is. */
const NEVER = "1970-01-01T00:00:00Z";

interface Judged {
  readonly decision: Decision;
  readonly memento: SavedMemento;
  readonly label: TopicStatus;
}

const verdictOf = (memento: SavedMemento): OverallStatus | "no verdict" =>
  computedOf(memento) ?? "no verdict";

/** What a decision has of the memento that it is on. */
function factsOf(
  memento: SavedMemento,
): Pick<Decision, "uriM" | "date" | "computed" | "probability"> {
  const combined = measureOf(memento, "combined");
  return {
    uriM: uriMOf(memento.uriM),
    date: memento.capture.mementoDatetime,
    computed: computedOf(memento),
    probability: combined && scoreOf(combined)?.score,
  };
}

/** Each memento with the decided one of its seed whose text is the nearest, where that is the same. */
function offersOf(
  decided: readonly Judged[],
  mementos: readonly SavedMemento[],
): { readonly memento: SavedMemento; readonly like: Judged }[] {
  const bySeed = new Map<string, { readonly like: Judged; readonly simhash: Simhash }[]>();
  for (const like of decided) {
    const [seed, simhash] = textOf(like.memento);
    if (seed !== undefined && simhash !== undefined) append(bySeed, seed, { like, simhash });
  }
  return mementos.flatMap((memento) => {
    const [seed, simhash] = textOf(memento);
    if (seed === undefined || simhash === undefined) return [];
    let [best, least]: [Judged | undefined, number] = [undefined, SAME + 1];
    // A long TimeMap of one text has one decision that is as good as the others.
    for (const { like, simhash: other } of bySeed.get(seed) ?? []) {
      const distance = hammingDistance(simhash, other);
      if (distance < least) [best, least] = [like, distance];
      if (distance === 0) break;
    }
    return best === undefined ? [] : [{ memento, like: best }];
  });
}

const textOf = ({
  capture: { uriR },
  textSimhash,
}: SavedMemento): readonly [seed?: string, simhash?: Simhash] => {
  const digits = valueOf(textSimhash);
  return [uriR && surt(uriR), digits === undefined ? undefined : simhashFromDecimal(digits)];
};

/** What became of decisions, in lines. */
export function carriedText({ changed, both, lost, offers }: CarriedDecisions): string {
  const right = changed.filter(({ label, after }) => after === label).length;
  const lines = [
    ...changed.map(
      ({ uriM, label, before, after }) =>
        `? ${uriM}  ${before} -> ${after}, decided ${label}: ${after === label ? "now right" : "no longer right"}`,
    ),
    ...offers.map(
      ({ uriM, like, label }) => `= ${uriM}  the same text as ${like}, decided ${label}`,
    ),
    `decisions: ${both} on mementos of both, of which ${changed.length} are judged differently (${right} now right); ` +
      `${lost} on mementos that the second does not have; ${offers.length} offered by seed and text`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join("");
}

/** The same as a member of the JSON of a comparison. */
export const carriedJson = ({ changed, both, lost, offers }: CarriedDecisions): object => ({
  decisions: {
    "on mementos of both": both,
    changed: changed.map(({ uriM, ...change }) => ({ "URI-M": uriM, ...change })),
    "on mementos of the first only": lost,
    offered: offers.map(({ uriM, ...offer }) => ({ "URI-M": uriM, ...offer })),
  },
});
