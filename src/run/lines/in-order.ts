import { UsageError } from "../../base/errors.js";

/**
 * Yields the lines unchanged. Throws a `UsageError` at the first line that is out of order. Unsorted lines would
 * silently split a TimeMap into several TimeMaps with different first mementos. `check` may throw a more precise error
 * for a line of an unexpected kind.
 */
export async function* inOrder(
  lines: Iterable<string> | AsyncIterable<string>,
  check?: (line: string) => void,
): AsyncGenerator<string> {
  let before = "";
  for await (const line of lines) {
    const place = placeOf(line);
    if (place < before) {
      check?.(line);
      throw new UsageError(
        `the records are not sorted: ${quoted(place)} comes after ${quoted(before)}. Sort them with LC_ALL=C sort.`,
      );
    }
    before = place;
    yield line;
  }
}

/**
 * Returns the first three fields, which determine the order. The fields are printable ASCII separated by TABs, and the
 * JSON after them has no TAB.
 */
function placeOf(line: string): string {
  const end = line.lastIndexOf("\t");
  return end === -1 ? "" : line.slice(0, end);
}

const quoted = (place: string): string =>
  JSON.stringify(place.split("\t", 2).join(" ").slice(0, 80));
