import { UsageError } from "../../base/errors.js";

/**
 * The same lines; throws a `UsageError` at the first one that comes after a line it belongs before. With lines in another
 * order a TimeMap would be several, each compared with a first memento of its own, unnoticed. `check` may throw before, for a
 * line that is not one of these at all.
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

/** The first three fields, printable ASCII and TABs: what decides the order. JSON holds no TAB. */
function placeOf(line: string): string {
  const end = line.lastIndexOf("\t");
  return end === -1 ? "" : line.slice(0, end);
}

const quoted = (place: string): string =>
  JSON.stringify(place.split("\t", 2).join(" ").slice(0, 80));
