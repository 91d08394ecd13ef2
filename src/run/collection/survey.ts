import type {
  AskedEvidence,
  CollectionEvidence,
  LineSource,
  SurveyRound,
} from "../../score/evidence/collection-evidence.js";
import { Values } from "../../score/scoring/values.js";
import { planRun } from "../../score/settings/plan.js";
import type { RunChoices } from "../../score/settings/run-settings.js";
import type { Settings } from "../../score/settings/types.js";
import { UsageError } from "../../base/errors.js";
import { Shuffle } from "../../base/shuffle.js";
import { groupLines } from "../reduce/reduce.js";
import { decodeLine, kindOfLine } from "../lines/lines.js";
import { definitionsOf } from "../records/extract.js";
import type { RunOptions } from "../setup/run-options.js";
import { Turns } from "../setup/until-aborted.js";

/* Reads all records of a collection for its evidence. See the definition of `CollectionEvidence`. */

type SurveyOptions = Pick<
  RunOptions,
  "settings" | "measures" | "evidence" | "features" | "memoryBytes" | "signal"
>;

type SurveyOf = Pick<CollectionEvidence, "keyword" | "load">;

/**
 * Returns the evidence that the settings ask for, in the order of results, with the data that are among the choices of
 * the user.
 */
export const askedEvidence = (
  choices: RunChoices,
  settings: Settings,
  definitions: readonly CollectionEvidence[],
): AskedEvidence[] =>
  definitions
    .filter((of) => of.isAsked(settings))
    .map((of) => {
      const given = (choices as Readonly<Record<string, unknown>>)[of.keyword];
      return { of, ...(given !== "collection" && { data: given }) };
    });

export const definitionsIn = (evidence: readonly AskedEvidence[]): readonly CollectionEvidence[] =>
  evidence.map(({ of }) => of);

/** Returns the data of all evidence that a run asks for, by reading all records until no survey needs a further round. */
export async function surveyed(
  records: () => LineSource,
  options: SurveyOptions,
): Promise<readonly AskedEvidence[]> {
  const complete: AskedEvidence[] = [];
  for (const { of, data: given } of options.evidence) {
    let data = given;
    for (;;) {
      const round = of.survey?.(data, options.settings);
      if (round === undefined) break;
      data = await dataOf(of, round, records(), options);
    }
    complete.push({ of, data });
  }
  return complete;
}

/** Tells whether evidence needs records of the whole collection, because not all of its data were given. */
export const readsCollection = (evidence: readonly AskedEvidence[], settings: Settings): boolean =>
  evidence.some(({ of, data }) => of.survey?.(data, settings) !== undefined);

/** Throws a `UsageError` for data that are not complete, in a process that sees only a part of the collection. */
export function requireComplete(evidence: readonly AskedEvidence[], settings: Settings): void {
  for (const { of, data } of evidence) {
    const message = of.survey?.(data, settings)?.inPart;
    if (message !== undefined) throw new UsageError(message);
  }
}

/** Performs one round over the records, which may come in any order unless the round reads TimeMaps. */
export async function dataOf<Data>(
  of: SurveyOf,
  round: SurveyRound<Data>,
  records: LineSource,
  options: SurveyOptions,
): Promise<Data> {
  await of.load?.();
  const partials = new Shuffle(options.memoryBytes);
  try {
    const lines = inTurns(records, options.signal);
    for await (const line of partialsOf(of, round, lines, options)) partials.add(line);
    return await round.data(inTurns(partials.sorted(), options.signal));
  } finally {
    partials.close();
  }
}

/** Yields the partial results of a round, unsorted. */
async function* partialsOf<Data>(
  { keyword }: SurveyOf,
  round: SurveyRound<Data>,
  lines: LineSource,
  { settings, measures, evidence, memoryBytes, ...options }: SurveyOptions,
): AsyncGenerator<string> {
  const plan = planRun(settings, measures, definitionsIn(evidence));
  const at = plan.collection.get(keyword);
  if (at === undefined) throw new Error(`the settings do not ask for ${keyword}`);
  if (round.ofTimeMap === undefined) {
    for await (const line of recordLines(lines)) {
      const record = decodeLine(line);
      if (record.problem !== undefined) continue;
      const values = at.map((position) => record.features[position]!);
      yield* round.ofRecord?.(record, values) ?? [];
    }
    return;
  }
  const features = definitionsOf(plan.requests, options.features);
  const limits = { memoryBytes: memoryBytes / 4, onDuplicate: () => undefined };
  for await (const group of groupLines(recordLines(lines), limits)) {
    yield* round.ofTimeMap(new Values(group, { plan, settings, features }), at);
  }
}

async function* recordLines(lines: LineSource): AsyncGenerator<string> {
  for await (const line of lines) if (kindOfLine(line) === "record") yield line;
}

/** Gives the event loop its turn between two lines. */
async function* inTurns(lines: LineSource, signal: AbortSignal): AsyncGenerator<string> {
  const turns = new Turns();
  for await (const line of lines) {
    await turns.take();
    signal.throwIfAborted();
    yield line;
  }
}
