import { UsageError } from "../../base/errors.js";
import type { Json, Outcome } from "../../base/types.js";
import type { Feature } from "../../page/types.js";
import { readChoices, type StampedChoices } from "../../score/settings/stamp.js";
import {
  decodeLine,
  frontOf,
  type MappedRecord,
  placeOfLine,
  type WrittenRecord,
} from "./lines.js";

/* Lines that other processes wrote. */

/** Reads lines, all of which must have been made with the same settings. */
export class RecordReader {
  #stamp: string | undefined;
  #choices: StampedChoices | undefined;

  /** `stamp` is that of the settings which records must have. Default: the stamp of the first record. */
  constructor(stamp?: string) {
    this.#stamp = stamp;
  }

  /** Throws a `UsageError` for a record with other settings and for a line that no mapper wrote. */
  decode(line: string): MappedRecord {
    const record = decodeLine(line);
    this.#checkStamp(record.stamp);
    return record;
  }

  /** Returns the front of a record. Throws the same errors as `decode`. */
  front(line: string): WrittenRecord {
    const front = frontOf(line);
    this.#checkStamp(front.stamp);
    return front;
  }

  /**
   * Returns the outcome of a feature, at the position given in the stamp. Returns undefined for a memento without a
   * page. Throws a `UsageError` with the message `missing` if the records lack the feature.
   */
  outcomeOf(record: MappedRecord, feature: Feature, missing: string): Outcome<Json> | undefined {
    const at = this.choicesOf(record.stamp).features.get(feature.keyword);
    if (at === undefined) throw new UsageError(missing);
    return record.problem === undefined ? record.features[at] : undefined;
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

  #checkStamp(given: string | undefined): void {
    if (this.#stamp === undefined && given !== undefined) {
      this.#choices = readChoices(given);
      if (this.#choices !== undefined) this.#stamp = given;
    }
    if (given === undefined || given !== this.#stamp) throw otherSettings(given, this.#stamp);
  }
}

function otherSettings(given = "none", own?: string): UsageError {
  return new UsageError(
    `a record was made with other settings or another version (stamp ${given}${own === undefined ? "" : `, not ${own}`}). ` +
      "Give map and reduce the same -tm, --profile, --plugin and preprocessing options, and run map again after an update.",
  );
}

/**
 * Yields the lines unchanged. Throws a `UsageError` at the first line that is out of order. Unsorted lines would
 * silently split a TimeMap into several TimeMaps with different first mementos.
 */
export async function* inOrder(
  lines: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  let before = "";
  for await (const line of lines) {
    const place = placeOfLine(line);
    if (place < before) {
      throw new UsageError(
        `the records are not sorted: ${quoted(place)} comes after ${quoted(before)}. Sort them with LC_ALL=C sort.`,
      );
    }
    before = place;
    yield line;
  }
}

const quoted = (place: string): string =>
  JSON.stringify(place.split("\t", 2).join(" ").slice(0, 80));
