import type { Json, Outcome } from "../../base/types.js";
import type { Feature } from "../../page/types.js";
import type {
  AskedEvidence,
  CollectionEvidence,
  LineSource,
  SurveyRound,
} from "../../score/evidence/collection-evidence.js";
import { Values } from "../../score/scoring/compare.js";
import { type Plan, planRun } from "../../score/settings/plan.js";
import type { RunChoices } from "../../score/settings/run-settings.js";
import type { Settings } from "../../score/settings/types.js";
import type { Measure } from "../../score/types.js";
import { UsageError } from "../../base/errors.js";
import { requireByKeyword } from "../../base/find.js";
import { Shuffle } from "../../base/shuffle.js";
import { groupLines } from "../lines/groups.js";
import { decodeLine, kindOfLine, type MappedRecord } from "../lines/lines.js";
import type { RecordReader } from "../lines/record-reader.js";
import { definitionsOf } from "../records/extract.js";
import { Turns } from "../setup/until-aborted.js";

/* Reads all records of a collection for its evidence. See the definition of `CollectionEvidence`. */

interface SurveyLimits {
  readonly features: readonly Feature[];
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
}

/** The settings with which the records were made, and the definitions that these name. */
interface SurveySettings {
  readonly settings: Settings;
  readonly measures: readonly Measure[];
  readonly evidence: readonly AskedEvidence[];
}

/** A process that does not know the settings of the records finds the features by their stamp. */
export type SurveyOptions = SurveyLimits &
  ((SurveySettings & { readonly reader?: RecordReader }) | { readonly reader: RecordReader });

type Survey = Pick<CollectionEvidence, "keyword" | "isAsked" | "requests" | "load">;

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

/** Returns the data of all evidence that a run asks for, by reading all records for the data that were not given. */
export async function surveyed(
  records: () => LineSource,
  options: SurveyLimits & SurveySettings,
): Promise<readonly AskedEvidence[]> {
  const complete: AskedEvidence[] = [];
  for (const each of options.evidence) {
    complete.push(await completed(each, records, options));
  }
  return complete;
}

/** Returns evidence with its data, by reading all records until its survey needs no further round. */
async function completed(
  { of, data: given }: AskedEvidence,
  records: () => LineSource,
  options: SurveyLimits & SurveySettings,
): Promise<AskedEvidence> {
  let data = given;
  for (
    let round = of.survey?.(data, options.settings);
    round !== undefined;
    round = of.survey?.(data, options.settings)
  ) {
    data = await dataOf(of, round, records(), options);
  }
  return { of, data };
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
  of: Survey,
  round: SurveyRound<Data>,
  records: LineSource,
  options: SurveyOptions,
): Promise<Data> {
  return round.data(sortedPartials(of, round, records, options));
}

/** Yields the sorted partial results of a round. */
async function* sortedPartials<Data>(
  of: Survey,
  round: SurveyRound<Data>,
  records: LineSource,
  options: SurveyOptions,
): AsyncGenerator<string> {
  const partials = new Shuffle(options.memoryBytes);
  try {
    for await (const line of partialsOf(of, round, records, options)) partials.add(line);
    yield* inTurns(partials.sorted(), options.signal);
  } finally {
    partials.close();
  }
}

/** Yields the partial results of a round, unsorted. */
async function* partialsOf<Data>(
  of: Survey,
  round: SurveyRound<Data>,
  records: LineSource,
  options: SurveyOptions,
): AsyncGenerator<string> {
  await of.load?.();
  const lines = inTurns(records, options.signal);
  if (round.ofTimeMap === undefined) yield* partialsOfRecords(of, round, lines, options);
  else yield* partialsOfTimeMaps(of, round, lines, options);
}

async function* partialsOfRecords<Data>(
  of: Survey,
  round: SurveyRound<Data>,
  lines: LineSource,
  options: SurveyOptions,
): AsyncGenerator<string> {
  const { reader } = options;
  const valuesOf = valueReader(of, round, options);
  for await (const line of lines) {
    if (kindOfLine(line) !== "record") continue;
    const record = reader === undefined ? decodeLine(line) : reader.decode(line);
    const values = valuesOf(record);
    if (record.problem === undefined) yield* round.ofRecord?.(record, values) ?? [];
  }
}

/** Returns a function that reads the features of a record which the evidence requests. */
function valueReader<Data>(
  of: Survey,
  { withoutFeatures = "the records lack the features of this evidence." }: SurveyRound<Data>,
  options: SurveyOptions,
): (record: MappedRecord) => readonly Outcome<Json>[] {
  if ("settings" in options) {
    const { at } = placesOf(of, options);
    return ({ features }) => at.map((position) => features[position]!);
  }
  const { reader, features } = options;
  const requested = (of.requests?.({} as Settings) ?? []).map(({ feature }) =>
    requireByKeyword(feature, features, "feature"),
  );
  return (record) =>
    requested.flatMap((feature) => reader.outcomeOf(record, feature, withoutFeatures) ?? []);
}

async function* partialsOfTimeMaps<Data>(
  of: Survey,
  round: SurveyRound<Data>,
  lines: LineSource,
  options: SurveyOptions,
): AsyncGenerator<string> {
  if (!("settings" in options)) throw new Error("a round over TimeMaps needs settings");
  const { settings, memoryBytes, reader } = options;
  const { plan, at, features } = placesOf(of, options);
  const groups = groupLines(recordLines(lines), {
    memoryBytes: memoryBytes / 4,
    onDuplicate: () => undefined,
    ...(reader !== undefined && { decode: (line) => reader.decode(line) }),
  });
  for await (const group of groups) {
    yield* round.ofTimeMap?.(new Values(group, { plan, settings, features }), at) ?? [];
  }
}

async function* recordLines(lines: LineSource): AsyncGenerator<string> {
  for await (const line of lines) if (kindOfLine(line) === "record") yield line;
}

function placesOf(
  { keyword }: Survey,
  { settings, measures, evidence, ...options }: SurveyLimits & SurveySettings,
): {
  readonly plan: Plan;
  readonly at: readonly number[];
  readonly features: readonly Feature[];
} {
  const plan = planRun(settings, measures, definitionsIn(evidence));
  const at = plan.collection.get(keyword);
  if (at === undefined) throw new Error(`the settings do not ask for ${keyword}`);
  return { plan, at, features: definitionsOf(plan.requests, options.features) };
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
