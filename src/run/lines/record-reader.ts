import { UsageError } from "../../errors.js";
import { isCount, isText, isTexts, membersOf } from "../../features/value-shapes.js";
import type { Capture, Feature, Problem, Source, Via } from "../../types.js";
import { decodeLine, type MappedRecord } from "./lines.js";

/** Reads records that another process wrote: what it says of a damaged one names its line, the first is 1. */
export class RecordReader {
  readonly #stamp: string;
  readonly #features: readonly Feature[];
  #line = 0;

  /** Every record must carry the stamp, and have an outcome of each feature, in their order. */
  constructor(stamp: string, features: readonly Feature[]) {
    this.#stamp = stamp;
    this.#features = features;
  }

  /** The same lines, counted: each is to be decoded before the next one is taken. */
  async *counted(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
    for await (const line of lines) {
      this.#line += 1;
      yield line;
    }
  }

  /** The record of a line; throws a `UsageError` for one of other settings and for one that no mapper wrote. */
  decode(line: string): MappedRecord {
    const record = this.#decoded(line);
    if (record.stamp !== this.#stamp) {
      throw new UsageError(
        `a record was made with other settings or another version (stamp ${record.stamp ?? "none"}, not ${this.#stamp}). ` +
          "Give map, resolve and reduce the same -tm, --profile and preprocessing options.",
      );
    }
    const trouble = troubleOf(record, this.#features);
    if (trouble === undefined) return record;
    throw new UsageError(
      `line ${this.#line}: a record of ${record.key.slice(0, 100)} is damaged: ${trouble}. Run map again.`,
    );
  }

  #decoded(line: string): MappedRecord {
    try {
      return decodeLine(line);
    } catch (cause) {
      if (!(cause instanceof UsageError)) throw cause;
      throw new UsageError(`line ${this.#line}: ${cause.message}`, { cause });
    }
  }
}

/** What is wrong with a record; undefined when a mapper can have written it. */
function troubleOf(record: MappedRecord, features: readonly Feature[]): string | undefined {
  const { capture, problem, features: outcomes } = record;
  if (!isWholeCapture(capture)) return "its capture is not what map writes";
  if (problem !== undefined)
    return isProblem(problem) ? undefined : "its problem is not what map writes";
  if (outcomes.length !== features.length) {
    return `${outcomes.length} features, not ${features.length}`;
  }
  const bad = features.find((feature, at) => !isOutcomeOf(feature, outcomes[at]!));
  return bad === undefined ? undefined : `its ${bad.keyword} is not what map writes`;
}

function isOutcomeOf(feature: Feature, outcome: unknown): boolean {
  const { problem, value } = membersOf<{ problem: Problem; value: unknown }>(outcome);
  if (problem !== undefined) return isProblem(problem);
  return value !== undefined && feature.isValue?.(value) !== false;
}

const isTextIfAny = (value: unknown): boolean => value === undefined || isText(value);
const isCountIfAny = (value: unknown): boolean => value === undefined || isCount(value);
const datetime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/u;
const isDatetime = (value: unknown): boolean => isText(value) && datetime.test(value);

function isProblem(problem: unknown): boolean {
  const { stage, message } = membersOf<Problem>(problem);
  return (stage === "access" || stage === "extract" || stage === "score") && isText(message);
}

function isWholeCapture(value: unknown): boolean {
  const capture = membersOf<Capture>(value);
  const { uriM, uriT, contentType, guessedCharset, recordId, digest, notes } = capture;
  const texts = [uriM, uriT, contentType, guessedCharset, recordId, digest];
  return (
    isDatetime(capture.mementoDatetime) &&
    texts.every(isTextIfAny) &&
    isCountIfAny(capture.status) &&
    (notes === undefined || isTexts(notes)) &&
    isSourceIfAny(capture.source) &&
    isViaIfAny(capture.via)
  );
}

function isSourceIfAny(source: unknown): boolean {
  if (source === undefined) return true;
  const { file, offset, inflated } = membersOf<Source>(source);
  return isText(file) && isCount(offset) && isCountIfAny(inflated);
}

function isViaIfAny(via: unknown): boolean {
  if (via === undefined) return true;
  const { kind, status, uriR, mementoDatetime, uriM, source } = membersOf<Via>(via);
  return (
    (kind === "redirect" || kind === "revisit") &&
    isCountIfAny(status) &&
    isText(uriR) &&
    isDatetime(mementoDatetime) &&
    isTextIfAny(uriM) &&
    isSourceIfAny(source)
  );
}
