import { UsageError } from "../../base/errors.js";

/**
 * Yields the lines unchanged. Throws a `UsageError` at the first line that should come before the line in front of it.
 * Unsorted lines would split a TimeMap into several, each compared with its own first memento, without any error.
 * `check` may throw a better error for a line that is not of the expected kind.
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

/** Returns the first three fields, which decide the order. They are printable ASCII and TABs, and JSON has no TAB. */
function placeOf(line: string): string {
  const end = line.lastIndexOf("\t");
  return end === -1 ? "" : line.slice(0, end);
}

const quoted = (place: string): string =>
  JSON.stringify(place.split("\t", 2).join(" ").slice(0, 80));
