import { UsageError } from "../../errors.js";

/**
 * The same lines; throws a `UsageError` at the first one that stands after a line it belongs before. Of lines in another
 * order a TimeMap would be several, each compared with a first memento of its own, and nobody would be told.
 */
export async function* inOrder(
  lines: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  let before = "";
  for await (const line of lines) {
    const place = placeOf(line);
    if (place < before) {
      throw new UsageError(
        `the records are not sorted: ${told(place)} comes after ${told(before)}. Sort them with LC_ALL=C sort.`,
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

const told = (place: string): string => JSON.stringify(place.split("\t", 2).join(" ").slice(0, 80));
