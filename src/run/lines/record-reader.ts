import { UsageError } from "../../base/errors.js";
import { members } from "../../base/json.js";
import type { Json, Outcome } from "../../base/types.js";
import type { Feature } from "../../page/types.js";
import { readChoices, type StampedChoices } from "../../score/settings/stamp.js";
import type { TimeMapProblem } from "../../write/types.js";
import {
  captureCodec,
  decodeLine,
  decodeProblem,
  frontOf,
  kindOfLine,
  type MappedRecord,
  problemCodec,
  type WrittenRecord,
} from "./lines.js";

/** Requirements for every record that is read. */
interface RecordForm {
  /** Stamp of the settings that records must have. Default: the stamp of the first record. */
  readonly stamp?: string;
  /**
   * Features for which each record must have an outcome, in this order. Without this list, {@link
   * RecordReader.outcomeOf} checks each outcome at its use.
   */
  readonly features?: readonly Feature[];
}

/** Reads and checks lines that another process wrote. Its errors name the damaged line. */
export class RecordReader {
  readonly #features: readonly Feature[] | undefined;
  #stamp: string | undefined;
  #choices: StampedChoices | undefined;
  /** Returns the place of the last line that was read. */
  readonly place: () => string;
  #line = 0;

  /** `place` returns the place of the last line that was read. By default, lines are counted. */
  constructor({ stamp, features }: RecordForm, place?: () => string) {
    this.#stamp = stamp;
    this.#features = features;
    this.place = place ?? ((): string => `line ${this.#line}`);
  }

  /**
   * Yields and counts the lines. The caller must decode a line before requesting the next line. Throws a `UsageError` for a
   * line that no mapper wrote.
   */
  async *counted(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
    for await (const line of lines) {
      this.#line += 1;
      this.placed(() => kindOfLine(line));
      yield line;
    }
  }

  /**
   * Returns the record of a line. Throws a `UsageError` for a record with other settings and for a line that no mapper
   * wrote.
   */
  decode(line: string): MappedRecord {
    const record = this.placed(() => decodeLine(line));
    this.#checkStamp(record.stamp);
    const trouble = troubleOf(record, this.#features);
    if (trouble === undefined) return record;
    throw this.#damaged(record, trouble);
  }

  /**
   * Returns the outcome of a feature, at the position given in the stamp. Returns undefined for a memento without a
   * page. Throws a `UsageError` with the message `missing` if the records lack the feature.
   */
  outcomeOf(record: MappedRecord, feature: Feature, missing: string): Outcome<Json> | undefined {
    const at = this.choicesOf(record.stamp).features.get(feature.keyword);
    if (at === undefined) throw new UsageError(missing);
    if (record.problem !== undefined) return undefined;
    const outcome = record.features[at];
    if (isOutcomeOf(feature, outcome)) return outcome;
    throw this.#damaged(record, `its ${feature.keyword} is not what map writes`);
  }

  /** Stamp of all records. Throws a `UsageError` if no record was read. */
  get stamp(): string {
    if (this.#stamp !== undefined) return this.#stamp;
    throw new UsageError("there are no records in the input.");
  }

  /** Returns the choices in a stamp, after checking that all records have this stamp. */
  choicesOf(stamp: string | undefined): StampedChoices {
    this.#checkStamp(stamp);
    this.#choices ??= readChoices(this.stamp);
    if (this.#choices === undefined) throw otherSettings(stamp);
    return this.#choices;
  }

  #damaged({ key }: MappedRecord, trouble: string): UsageError {
    return new UsageError(
      `${this.place()}: a record of ${key.slice(0, 100)} is damaged: ${trouble}. Run map again.`,
    );
  }

  /** Returns the problem of a failed TimeMap; undefined for other lines. */
  problem(line: string): TimeMapProblem | undefined {
    return this.placed(() => decodeProblem(line));
  }

  /** Returns the front of a record. Throws the same errors as `decode`. */
  front(line: string): WrittenRecord {
    const front = this.placed(() => frontOf(line));
    this.#checkStamp(front.stamp);
    return front;
  }

  #checkStamp(given: string | undefined): void {
    if (this.#stamp === undefined && given !== undefined) {
      this.#choices = readChoices(given);
      if (this.#choices !== undefined) this.#stamp = given;
    }
    if (given === undefined || given !== this.#stamp) throw otherSettings(given, this.#stamp);
  }

  /** Returns the result of `work` on the last line that was read. Adds the place of that line to a `UsageError`. */
  placed<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      if (!(cause instanceof UsageError)) throw cause;
      throw new UsageError(`${this.place()}: ${cause.message}`, { cause });
    }
  }
}

function otherSettings(given = "none", own?: string): UsageError {
  return new UsageError(
    `a record was made with other settings or another version (stamp ${given}${own === undefined ? "" : `, not ${own}`}). ` +
      "Give map and reduce the same -tm, --profile, --plugin and preprocessing options, and run map again after an update.",
  );
}

/** Returns the damage of a record; undefined if the record is undamaged. */
function troubleOf(record: MappedRecord, features?: readonly Feature[]): string | undefined {
  const { capture, problem, features: outcomes } = record;
  if (!captureCodec.is(capture)) return "its capture is not what map writes";
  if (problem !== undefined)
    return problemCodec.is(problem) ? undefined : "its problem is not what map writes";
  if (features === undefined) return undefined;
  if (outcomes.length !== features.length) {
    return `${outcomes.length} features, not ${features.length}`;
  }
  const bad = features.find((feature, at) => !isOutcomeOf(feature, outcomes[at]!));
  return bad === undefined ? undefined : `its ${bad.keyword} is not what map writes`;
}

function isOutcomeOf(feature: Feature, outcome: unknown): boolean {
  const { problem, value } = members(outcome);
  if (problem !== undefined) return problemCodec.is(problem);
  return value !== undefined && feature.isValue?.(value) !== false;
}
