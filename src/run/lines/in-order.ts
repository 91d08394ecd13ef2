import { UsageError } from "../../base/errors.js";
import { placeOfLine } from "./lines.js";

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
