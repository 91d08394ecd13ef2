import { UsageError } from "../../base/errors.js";
import { features } from "../../page/features/index.js";
import { partialsOf, sortedPartials, type SurveyOptions } from "../../run/collection/survey.js";
import { inOrder } from "../../run/lines/in-order.js";
import { type JoinOptions, openJoin } from "../../run/map-reduce.js";
import { Turns } from "../../run/setup/until-aborted.js";
import type { LineSource } from "../../score/evidence/collection-evidence.js";
import {
  elsewhere,
  isPlace,
  placesRound,
  sharedTextLines,
} from "../../score/evidence/elsewhere.js";

const surveyOptions = (options: JoinOptions): SurveyOptions => ({ ...openJoin(options), features });

/**
 * Finds the texts that several TimeMaps share: reads the records of a whole collection, in any order, and yields the
 * lines of a file for `--elsewhere`. Throws a `UsageError` for records made with different settings and for damaged
 * records.
 *
 * @example
 * ```js
 * const { lines } = await mapRecords({ input: "warc=crawl.warc", profile: "default" });
 * for await (const line of elsewhereRecords(lines)) console.log(line);
 * // detect_off_topic elsewhere 1
 * ```
 */
export function elsewhereRecords(
  lines: LineSource,
  options: JoinOptions = {},
): AsyncGenerator<string> {
  return sharedTextLines(sortedPartials(elsewhere, placesRound, lines, surveyOptions(options)));
}

/**
 * Performs one round of {@link elsewhereRecords} for an engine that sorts between rounds. Given records in any order,
 * it yields places of texts. Given sorted places, with all places of a text in the same part, it yields lines of the
 * file, whose parts may be concatenated. Throws the same errors as {@link elsewhereRecords}.
 *
 * @example
 * ```js
 * const { lines } = await mapRecords({ input: "warc=crawl.warc", profile: "default" });
 * const places = [];
 * for await (const place of elsewherePlaces(lines)) places.push(place);
 * for await (const line of elsewherePlaces(places.sort())) console.log(line);
 * // detect_off_topic elsewhere 1
 * ```
 */
export function elsewherePlaces(
  lines: LineSource,
  options: JoinOptions = {},
): AsyncGenerator<string> {
  return round(lines, surveyOptions(options));
}

/** The first line shows which kind of input it is. */
async function* round(lines: LineSource, options: SurveyOptions): AsyncGenerator<string> {
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
  } else yield* partialsOf(elsewhere, placesRound, all(), options);
}

async function* onlyPlaces(
  lines: LineSource,
  { signal }: Pick<SurveyOptions, "signal">,
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
