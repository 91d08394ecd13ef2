import { UsageError } from "../../base/errors.js";
import { attempt, awaiting, Failed, nameOf } from "../../base/failures.js";
import { asciiJson, members, parsedJson } from "../../base/json.js";
import type { Json, Outcome } from "../../base/types.js";
import type { FeatureRecord } from "../../page/types.js";
import type {
  CollectionEvidence,
  LineSource,
  SurveyRound,
} from "../../score/evidence/collection-evidence.js";
import { rawFlags } from "../../score/scoring/likeness.js";
import type { Settings } from "../../score/settings/types.js";
import type { Score } from "../../score/types.js";
import { addOwnVote } from "../../score/verdict/decide.js";
import {
  type FeatureChoice,
  isJson,
  type Members,
  requestOf,
  requireParts,
  type ValueOf,
} from "./define.js";

/** A memento with a page, as a survey and a judge get it. */
export interface SurveyedMemento<V> {
  /** Grouping key of its TimeMap. */
  readonly key: string;
  readonly uriR: string;
  readonly mementoDatetime: string;
  /** Value of the feature. */
  readonly value: V;
}

/** A score, which is shown in the results of a memento, and a vote. */
export interface EvidenceVote {
  /** Any finite number. */
  readonly score: number;
  /** The vote. Without it, the score is only shown. */
  readonly isOffTopic?: boolean;
  /** Text for people that says what was found. */
  readonly text?: string;
}

/** Reads all records of a collection, in any order and divided between machines. */
export interface EvidenceSurvey<V, Data extends Json> {
  /**
   * Returns lines of text about a memento. They depend on the memento alone. The lines of all mementos together, sorted,
   * are what `data` gets, so mementos with the same beginning of a line come together.
   */
  readonly lines: (memento: SurveyedMemento<V>) => Iterable<string>;
  /** Makes the data of all lines, which come sorted. A line that two mementos have comes twice. */
  readonly data: (sorted: AsyncIterable<string>) => Data | Promise<Data>;
}

/** Definition of evidence of a collection, for {@link defineEvidence}. */
export interface EvidenceSpec<F extends FeatureChoice, Data extends Json> {
  /** Keyword, in lower case with hyphens: `--set KEYWORD=collection`, or the file with the data. */
  readonly keyword: string;
  readonly summary?: string;
  /** Feature that it reads of each page. */
  readonly feature: F;
  readonly survey: EvidenceSurvey<ValueOf<F>, Data>;
  /** Tells whether JSON from a file is data that `survey` may have made. Default: any JSON. */
  readonly isData?: (json: unknown) => boolean;
  /**
   * Returns what the data say about a memento, or undefined if they say nothing. Throws `NotDefined` if there is no
   * score.
   */
  readonly judge: (
    data: Data,
    memento: SurveyedMemento<ValueOf<F>>,
    settings: Settings,
  ) => EvidenceVote | undefined;
}

/** Evidence of a plug-in: all of its definition. */
export interface OwnEvidence<Data extends Json = Json> extends CollectionEvidence<Data> {
  readonly survey: NonNullable<CollectionEvidence<Data>["survey"]>;
  readonly read: NonNullable<CollectionEvidence<Data>["read"]>;
}

/**
 * Returns evidence about a memento for which all mementos of its collection are needed. `survey` reads all of them and
 * makes data of them, which are plain JSON. `judge` compares each memento with the data.
 *
 * @example
 * ```js
 * const repeated = defineEvidence({
 *   keyword: "repeated",
 *   feature: "text-length",
 *   survey: {
 *     lines: ({ value }) => [String(value)],
 *     async data(sorted) {
 *       const lengths = [];
 *       for await (const line of sorted) lengths.push(Number(line));
 *       return lengths;
 *     },
 *   },
 *   judge: (lengths, { value }) => ({ score: lengths.filter((each) => each === value).length }),
 * });
 * const options = {
 *   input: "warc=crawl.warc",
 *   evidence: { repeated: "collection" },
 *   extraEvidence: [repeated],
 * };
 * for await (const result of detect(options)) {
 *   if (result.kind !== "memento") continue;
 *   for (const { name, outcome } of result.measures)
 *     if (name === "repeated" && "value" in outcome) console.log(outcome.value.score);
 * }
 * // 1
 * // 1
 * ```
 */
export function defineEvidence<F extends FeatureChoice, Data extends Json>(
  spec: EvidenceSpec<F, Data>,
): OwnEvidence<Data> {
  requireParts("evidence", spec, EVIDENCE);
  const { keyword, summary = `Evidence ${keyword}.`, survey, isData = isJson } = spec;
  if (typeof survey.lines !== "function" || typeof survey.data !== "function") {
    throw new UsageError(`evidence "${keyword}" lacks "lines" or "data" in its survey.`);
  }
  const feature: FeatureChoice = spec.feature;
  addOwnVote(keyword);
  const evidence: OwnEvidence<Data> = {
    ...{ keyword, summary },
    ...(typeof feature === "object" && { features: [feature] }),
    isAsked: ({ evidence: asked = [] }) => asked.includes(keyword),
    voter: () => keyword,
    requests: (settings) => [requestOf(feature, settings)],
    survey(data) {
      return data === undefined ? roundOf(spec, this) : undefined;
    },
    read(text, file) {
      const data = parsedJson(text);
      if (data !== undefined && isData(data)) return data as Data;
      throw new UsageError(`${file} has no data of ${keyword}. Give a file that its survey made.`);
    },
    judge(data, { settings, at: [position = 0] }) {
      const what = nameOf("evidence", this);
      return {
        of(record, values) {
          const value = values.feature(position, record);
          const found: Outcome<EvidenceVote | undefined> =
            "problem" in value
              ? value
              : attempt(
                  { stage: "score", what },
                  () => checked(spec.judge(data, mementoOf(record, value.value), settings)),
                  values.onFailure,
                );
          if ("value" in found && found.value === undefined) return {};
          return { measure: { name: keyword, flags: rawFlags(), ...resultOf(found) } };
        },
      };
    },
  };
  return evidence;
}

const EVIDENCE: Members<EvidenceSpec<FeatureChoice, Json>> = {
  ...{ keyword: "value", feature: "value", survey: "value", judge: "function" },
  ...{ summary: "?", isData: "?" },
};

function roundOf<F extends FeatureChoice, Data extends Json>(
  { keyword, survey }: EvidenceSpec<F, Data>,
  evidence: Pick<CollectionEvidence, "keyword" | "plugin">,
): SurveyRound<Data> {
  const what = nameOf("evidence", evidence);
  return {
    *ofRecord(record, [value]) {
      if (value === undefined || "problem" in value) return;
      for (const line of guarded(what, () => [...survey.lines(mementoOf(record, value.value))])) {
        if (typeof line !== "string") {
          throw new Failed(what, new TypeError("survey.lines() gave a line that is no text"));
        }
        yield asciiJson(line);
      }
    },
    async data(sorted) {
      try {
        const data: unknown = await awaiting(what, survey.data(textsOf(sorted)));
        if (isJson(data)) return data as Data;
        throw new TypeError("survey.data() gave a value that JSON changes");
      } catch (cause) {
        if (cause instanceof UsageError) throw cause;
        throw cause instanceof Failed ? cause : new Failed(what, cause);
      }
    },
    inPart: `--set ${keyword}=collection needs the whole input, and reduce may read a part of it. Give --set ${keyword}=FILE with data that surveyRecords made.`,
  };
}

/** Undoes {@link asciiJson} on each line. */
async function* textsOf(sorted: LineSource): AsyncGenerator<string> {
  for await (const line of sorted) yield JSON.parse(line) as string;
}

const mementoOf = <V>(
  { key, capture: { uriR, mementoDatetime } }: FeatureRecord,
  value: Json,
): SurveyedMemento<V> => ({ key, uriR, mementoDatetime, value: value as V });

/** A memento without a value of the feature is not in the survey, so a failing survey ends the run. */
function guarded<T>(what: string, compute: () => T): T {
  try {
    return compute();
  } catch (cause) {
    throw new Failed(what, cause);
  }
}

/** Throws for a vote that results cannot have. */
function checked(vote: EvidenceVote | undefined): EvidenceVote | undefined {
  if (vote === undefined) return undefined;
  const { score, isOffTopic, text } = members(vote);
  const isVote =
    Number.isFinite(score) &&
    (isOffTopic === undefined || typeof isOffTopic === "boolean") &&
    (text === undefined || typeof text === "string");
  if (!isVote) throw new TypeError("judge() gave no { score, isOffTopic, text }");
  return vote;
}

function resultOf(found: Outcome<EvidenceVote | undefined>): {
  readonly outcome: Outcome<Score>;
  readonly comparedWith?: string;
} {
  if ("problem" in found) return { outcome: found };
  const { score = 0, isOffTopic, text } = found.value ?? {};
  const topicStatus = isOffTopic === undefined ? undefined : isOffTopic ? "off-topic" : "on-topic";
  return {
    outcome: { value: { score, ...(topicStatus !== undefined && { topicStatus }) } },
    ...(text !== undefined && { comparedWith: text }),
  };
}
