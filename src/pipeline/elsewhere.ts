import { elsewhereLines, placesOf } from "../scoring/elsewhere.js";
import { planRun } from "../scoring/plan.js";
import { UsageError } from "../errors.js";
import type { FeatureRecord, Measure, Settings } from "../types.js";
import { decodeLine, decodeProblem, kindOf, type RecordReader } from "./lines.js";
import { Shuffle } from "../shuffle.js";
import { Turns } from "./until-aborted.js";

/** What {@link findElsewhere} needs besides record lines. */
export interface ElsewhereOptions {
  readonly settings: Settings;
  readonly measures: readonly Measure[];
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
  /** Checks lines that come from other processes. */
  readonly reader?: RecordReader;
}

/**
 * Finds the texts that stand in several places, over all records of a collection in any order: the lines of a file for
 * `--elsewhere`. Memory is bounded: places are sorted on disk. The order of the records makes no difference.
 */
export async function* findElsewhere(
  lines: Iterable<string> | AsyncIterable<string>,
  { settings, measures, memoryBytes, signal, reader }: ElsewhereOptions,
): AsyncGenerator<string> {
  const { sketch } = planRun(settings, measures);
  if (sketch === undefined) {
    throw new UsageError(
      "records without character n-grams do not show where else a text stands. Give map and elsewhere --profile default, or --elsewhere.",
    );
  }
  const { siteOf } = await import("../mementos/site.js");
  const places = new Shuffle(memoryBytes);
  const turns = new Turns();
  try {
    for await (const line of reader === undefined ? lines : reader.counted(lines)) {
      await turns.take();
      signal.throwIfAborted();
      if (kindOf(line) !== "record" || isProblem(line, reader)) continue;
      const record: FeatureRecord = reader === undefined ? decodeLine(line) : reader.decode(line);
      const outcome = record.problem === undefined ? record.features[sketch] : undefined;
      if (outcome === undefined || !("value" in outcome)) continue;
      for (const place of placesOf(record, outcome.value as readonly number[], siteOf))
        places.add(place);
    }
    yield* elsewhereLines(places.sorted());
  } finally {
    places.close();
  }
}

const isProblem = (line: string, reader: RecordReader | undefined): boolean =>
  (reader === undefined ? decodeProblem(line) : reader.problem(line)) !== undefined;
