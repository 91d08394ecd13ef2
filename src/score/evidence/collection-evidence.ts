import type { Json, Outcome } from "../../base/types.js";
import type { FeatureRecord } from "../../page/types.js";
import type { Values } from "../scoring/values.js";
import type { EvidenceRequests, Plan } from "../settings/plan.js";
import type { RunChoices } from "../settings/run-settings.js";
import type { Preprocessing, Settings } from "../settings/types.js";
import type { CollectionMeasure } from "../settings/topic-types.js";
import type { MeasureResult, MementoResult } from "../types.js";
import type { ThresholdScale } from "../verdict/decide.js";

/*
 * Evidence about a memento for which all records of its collection are needed. A survey reads them and makes data of
 * them, which are also those of a file. A judge compares each memento with the data.
 */

/** Definition of evidence of a collection. `Data` are plain, because threads and other machines get them. */
export interface CollectionEvidence<Data = unknown> extends EvidenceRequests {
  /** Name of its result, and of the choice that has its data. */
  readonly keyword: string;
  readonly summary: string;
  /** Measures of its own, whose results do not stand among those of a TimeMap, but in `collection`. */
  readonly measures?: readonly CollectionMeasure[];
  /** Returns what the settings of a run have of the choices. Throws a `UsageError` for a bad one. */
  choose?(choices: RunChoices, preprocessing: Preprocessing): Partial<Settings>;
  /** Loads code that only runs with this evidence need. It is called before `survey` and `judge`. */
  load?(): Promise<void>;
  /**
   * Returns the next round over all records of the collection, or undefined if the data are complete. The data are those
   * that were given, or those of the last round.
   */
  survey?(data: Data | undefined, settings: Settings): SurveyRound<Data> | undefined;
  /** Returns the data in the text of a file. Throws a `UsageError` for any other text. */
  read?(text: string, file: string): Data;
  /** Makes the judge of a run, which compares mementos with the data. `at` has the positions of the requested features. */
  judge(data: Data, run: { readonly settings: Settings; readonly at: readonly number[] }): Judge;
}

/** Evidence of collections that a run may ask for, in the order of results. Extensions add theirs. */
export const registeredEvidence: CollectionEvidence[] = [];

/**
 * One round over all records of a collection. Its partial results are lines of ASCII. To merge partial results is to sort
 * their lines, so records can be divided between threads and machines in any way, and any engine can do the sorting.
 */
export interface SurveyRound<Data> {
  /** Returns lines about a record that has a page, given the values of the features that the evidence requests. */
  ofRecord?(record: FeatureRecord, values: readonly Outcome<Json>[]): Iterable<string>;
  /** Returns lines about all records of a TimeMap, for rounds that have to choose among them. `at` as in a judge. */
  ofTimeMap?(values: Values, at: readonly number[]): Iterable<string>;
  /** Makes the data of the lines of all records, sorted. */
  data(sorted: LineSource): Data | Promise<Data>;
  /** The message in a process that sees a part of the collection, such as a reduce step. */
  readonly inPart: string;
}

/** Lines of text, which may come one after the other. */
export type LineSource = Iterable<string> | AsyncIterable<string>;

/** Compares the mementos of a run with the data of a collection. */
export interface Judge {
  /**
   * Returns what the evidence says about a memento that has a page: its score and vote, which stand among the measures, or
   * the results of its own measures, or nothing.
   */
  of(record: FeatureRecord, values: Values): Found;
  /** Scale of its score, for the distance from the threshold. */
  readonly scale?: ThresholdScale;
  /**
   * Set if the vote depends on the other votes, which are absent if nothing else can vote. It is then no result of a
   * measure. Returns the vote of a memento's collection measures, or none.
   */
  readonly votes?: (
    collection: MementoResult["collection"],
    others: readonly MeasureResult[] | undefined,
  ) => readonly MeasureResult[];
}

/** Evidence that the settings of a run ask for, with the data that are there so far. */
export interface AskedEvidence {
  readonly of: CollectionEvidence;
  readonly data?: unknown;
}

type Found = Pick<MementoResult, "collection"> & { readonly measure?: MeasureResult };

/** A judge with the name of its results. */
export interface ReadyJudge extends Judge {
  readonly name: string;
}

/** Returns the judges of a run, whose data must be complete. */
export async function readyJudges(
  asked: readonly AskedEvidence[],
  { collection }: Pick<Plan, "collection">,
  settings: Settings,
): Promise<readonly ReadyJudge[]> {
  const judges: ReadyJudge[] = [];
  for (const { of, data } of asked) {
    const { keyword: name } = of;
    if (data === undefined) throw new Error(`there are no data of ${name}`);
    await of.load?.();
    const judge = of.judge(data, { settings, at: collection.get(name) ?? [] });
    judges.push({ ...judge, name });
  }
  return judges;
}
