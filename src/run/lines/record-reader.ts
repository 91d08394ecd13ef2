import { text } from "../../base/codec.js";
import { UsageError } from "../../base/errors.js";
import { members } from "../../base/json.js";
import type { Feature } from "../../page/types.js";
import type { TimeMapProblem } from "../../write/types.js";
import {
  decodeLine,
  decodeProblem,
  frontOf,
  isCapture,
  isProblem,
  type MappedRecord,
  noRecord,
  type RecordFront,
} from "./lines.js";

/** What every record that is read must be like. */
interface RecordForm {
  /** Names the settings that it was made with. */
  readonly stamp: string;
  /** It has an outcome of each, in their order. */
  readonly features: readonly Feature[];
}

/** Reads lines that another process wrote: what it says of a damaged one names its place. */
export class RecordReader {
  readonly #form: RecordForm;
  /** Names the line that was taken last. */
  readonly place: () => string;
  #line = 0;

  /** `place` names the line that was taken last; else it is counted. */
  constructor(form: RecordForm, place?: () => string) {
    this.#form = form;
    this.place = place ?? ((): string => `line ${this.#line}`);
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
    const record = this.placed(() => decodeLine(line));
    this.#checkStamp(record.stamp);
    const { features } = this.#form;
    const trouble = troubleOf(record, features);
    if (trouble === undefined) return record;
    throw new UsageError(
      `${this.place()}: a record of ${record.key.slice(0, 100)} is damaged: ${trouble}. Run map again.`,
    );
  }

  /** The TimeMap's problem that a line holds; undefined for any other line. */
  problem(line: string): TimeMapProblem | undefined {
    return this.placed(() => {
      const found = decodeProblem(line);
      if (found === undefined || (text.is(found.uriT) && isProblem(found.problem))) return found;
      throw noRecord(line);
    });
  }

  /** The front of a record; throws a `UsageError` as `decode` does. */
  front(line: string): RecordFront {
    const front = this.placed(() => frontOf(line));
    this.#checkStamp(front.stamp);
    return front;
  }

  #checkStamp(given: string | undefined): void {
    const { stamp } = this.#form;
    if (given === stamp) return;
    throw new UsageError(
      `a record was made with other settings or another version (stamp ${given ?? "none"}, not ${stamp}). ` +
        "Give map, resolve and reduce the same -tm, --profile, --plugin and preprocessing options, and run map again after an update.",
    );
  }

  /** What `work` makes of the line that was taken last; what it says of a damaged one names its place. */
  placed<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      if (!(cause instanceof UsageError)) throw cause;
      throw new UsageError(`${this.place()}: ${cause.message}`, { cause });
    }
  }
}

/** What is wrong with a record; undefined when a mapper can have written it. */
function troubleOf(record: MappedRecord, features: readonly Feature[]): string | undefined {
  const { capture, problem, features: outcomes } = record;
  if (!isCapture(capture)) return "its capture is not what map writes";
  if (problem !== undefined)
    return isProblem(problem) ? undefined : "its problem is not what map writes";
  if (outcomes.length !== features.length) {
    return `${outcomes.length} features, not ${features.length}`;
  }
  const bad = features.find((feature, at) => !isOutcomeOf(feature, outcomes[at]!));
  return bad === undefined ? undefined : `its ${bad.keyword} is not what map writes`;
}

function isOutcomeOf(feature: Feature, outcome: unknown): boolean {
  const { problem, value } = members(outcome);
  if (problem !== undefined) return isProblem(problem);
  return value !== undefined && feature.isValue?.(value) !== false;
}
