import { UsageError } from "../../errors.js";
import { isCount, isText, isTexts, membersOf } from "../../features/value-shapes.js";
import type {
  Capture,
  Feature,
  Problem,
  RevisitTarget,
  Source,
  TimeMapProblem,
  Via,
} from "../../types.js";
import { decodeLine, noRecord, type MappedRecord, type PointerItem } from "./lines.js";
import { decodeProblem, decodeSide, type SideItem } from "./side-lines.js";

/** What every record that is read must be like. */
export interface RecordForm {
  /** Names the settings that it was made with. */
  readonly stamp: string;
  /** It has an outcome of each, in their order. */
  readonly features: readonly Feature[];
}

/** Reads lines that another process wrote: what it says of a damaged one names its place. */
export class RecordReader {
  readonly #form: RecordForm;
  readonly #place: () => string;
  #line = 0;

  /** `place` names the line that was taken last; else it is counted. */
  constructor(form: RecordForm, place?: () => string) {
    this.#form = form;
    this.#place = place ?? ((): string => `line ${this.#line}`);
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
    const record = this.#placed(() => decodeLine(line));
    const { stamp, features } = this.#form;
    if (record.stamp !== stamp) {
      throw new UsageError(
        `a record was made with other settings or another version (stamp ${record.stamp ?? "none"}, not ${stamp}). ` +
          "Give map, resolve and reduce the same -tm, --profile and preprocessing options.",
      );
    }
    const trouble = troubleOf(record, features);
    if (trouble === undefined) return record;
    throw new UsageError(
      `${this.#place()}: a record of ${record.key.slice(0, 100)} is damaged: ${trouble}. Run map again.`,
    );
  }

  /** The TimeMap's problem that a line holds; undefined for any other line. */
  problem(line: string): TimeMapProblem | undefined {
    return this.#placed(() => {
      const found = decodeProblem(line);
      if (found === undefined || (isText(found.uriT) && isProblem(found.problem))) return found;
      throw noRecord(line);
    });
  }

  /** The side item that a line holds; undefined for any other line. */
  side(line: string): SideItem | undefined {
    return this.#placed(() => {
      const found = decodeSide(line);
      if (found === undefined) return undefined;
      if ("other" in found ? isWholeCapture(found.other) : isWholePointer(found.pointer)) {
        return found;
      }
      throw noRecord(line);
    });
  }

  #placed<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      if (!(cause instanceof UsageError)) throw cause;
      throw new UsageError(`${this.#place()}: ${cause.message}`, { cause });
    }
  }
}

/** What is wrong with a record; undefined when a mapper can have written it. */
function troubleOf(record: MappedRecord, features: readonly Feature[]): string | undefined {
  const { capture, problem, pointer, features: outcomes } = record;
  if (!isWholeCapture(capture)) return "its capture is not what map writes";
  if (pointer !== undefined && !isWholePointer(pointer)) {
    return "what it points to is not what map writes";
  }
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

function isWholePointer({ capture, ...pointer }: PointerItem): boolean {
  if (!isWholeCapture(capture)) return false;
  if (pointer.kind === "redirect") return isTextIfAny(pointer.location);
  const { profile, recordId, uriR, mementoDatetime, digest } = membersOf<RevisitTarget>(
    pointer.target,
  );
  return (
    isText(profile) &&
    [recordId, uriR, digest].every(isTextIfAny) &&
    (mementoDatetime === undefined || isDatetime(mementoDatetime))
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
    (kind === "redirect" || kind === "revisit" || kind === "substitute") &&
    isCountIfAny(status) &&
    isText(uriR) &&
    isDatetime(mementoDatetime) &&
    isTextIfAny(uriM) &&
    isSourceIfAny(source)
  );
}
