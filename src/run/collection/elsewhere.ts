import { sharedTextLines, isPlace, placesOf } from "../../score/evidence/elsewhere.js";
import { planRun } from "../../score/settings/plan.js";
import { UsageError } from "../../base/errors.js";
import type { Json, Outcome } from "../../base/types.js";
import { charNgrams } from "../../page/features/words.js";
import type { Settings } from "../../score/settings/types.js";
import type { Measure } from "../../score/types.js";
import { decodeLine, type MappedRecord, parseLine } from "../lines/lines.js";
import type { RecordReader } from "../lines/record-reader.js";
import { Shuffle } from "../../base/shuffle.js";
import { inOrder } from "../lines/in-order.js";
import { Turns } from "../setup/until-aborted.js";

/** Records of other processes need a reader, and records of this run need its settings. */
type SharedTextsOptions = { readonly memoryBytes: number; readonly signal: AbortSignal } & (
  | { readonly reader: RecordReader }
  | {
      readonly reader?: undefined;
      readonly settings: Settings;
      readonly measures: readonly Measure[];
    }
);

type LineSource = Iterable<string> | AsyncIterable<string>;

/**
 * Finds the texts that several TimeMaps share, from all records of a collection in any order, and yields the lines of a
 * file for `--elsewhere`. Memory is bounded, because places are sorted on disk.
 */
export async function* findSharedTexts(
  lines: LineSource,
  options: SharedTextsOptions,
): AsyncGenerator<string> {
  const places = new Shuffle(options.memoryBytes);
  try {
    for await (const place of placesOfRecords(lines, options)) places.add(place);
    yield* sharedTextLines(places.sorted());
  } finally {
    places.close();
  }
}

/**
 * Performs one round of {@link findSharedTexts} for an engine that sorts between rounds. From records in any order it
 * yields places of texts, and from sorted places it yields lines of the file. The first line shows which kind of input
 * it is.
 */
export async function* sharedTextsRound(
  lines: LineSource,
  options: SharedTextsOptions,
): AsyncGenerator<string> {
  const source = (async function* () {
    yield* lines;
  })();
  const first = await source.next();
  const all = async function* (): AsyncGenerator<string> {
    if (first.done !== true) yield first.value;
    yield* source;
  };
  if (first.done === true || isPlace(first.value)) {
    yield* sharedTextLines(inOrder(onlyPlaces(all(), options)));
  } else yield* placesOfRecords(all(), options);
}

async function* onlyPlaces(
  lines: LineSource,
  { signal }: SharedTextsOptions,
): AsyncGenerator<string> {
  const turns = new Turns();
  for await (const line of lines) {
    await turns.take();
    signal.throwIfAborted();
    if (!isPlace(line)) {
      throw new UsageError(
        `"${line.slice(0, 60)}" is not a place of a text. Give the output of this round for records, sorted.`,
      );
    }
    yield line;
  }
}

/** Yields the places of the texts of records: one line for each band of a sketch. The caller sorts the lines. */
async function* placesOfRecords(
  lines: LineSource,
  options: SharedTextsOptions,
): AsyncGenerator<string> {
  const { signal, reader } = options;
  const sketchOf = sketchReader(options);
  const { siteOf } = await import("../../base/site.js");
  const turns = new Turns();
  for await (const line of reader === undefined ? lines : reader.counted(lines)) {
    await turns.take();
    signal.throwIfAborted();
    const { kind } = parseLine(line);
    if (kind === "timemap-problem") reader?.problem(line);
    if (kind !== "record") continue;
    const record = reader === undefined ? decodeLine(line) : reader.decode(line);
    const outcome = sketchOf(record);
    if (outcome === undefined || !("value" in outcome)) continue;
    yield* placesOf(record, outcome.value as readonly number[], siteOf);
  }
}

/** Returns a function that reads the sketch of a record. It returns undefined for a record without a page. */
function sketchReader(
  options: SharedTextsOptions,
): (record: MappedRecord) => Outcome<Json> | undefined {
  const { reader } = options;
  if (reader !== undefined) return (record) => reader.outcomeOf(record, charNgrams, NO_SKETCH);
  const { sketch } = planRun(options.settings, options.measures);
  if (sketch === undefined) throw new UsageError(NO_SKETCH);
  return ({ problem, features }) => (problem === undefined ? features[sketch] : undefined);
}

const NO_SKETCH =
  "records without character n-grams do not show which texts are shared. Run map with --profile default or --elsewhere.";
