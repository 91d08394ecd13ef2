import { surt } from "../../base/uri.js";
import type { InputItem } from "../../base/types.js";
import type { InputContext, ListedTimeMap } from "../types.js";
import { bySameContent } from "../captures/same-content.js";
import { followed, type LookUp, type Pointer, standIn } from "./follow.js";
import { isRevisit } from "./line.js";
import { captureOf, IndexedRecords, type PlacedCapture } from "./records.js";

/** Reads records one after the other, because {@link IndexedRecords} has one file open at a time. */
class RecordsInTurn {
  readonly #records: IndexedRecords;
  #last: Promise<unknown> = Promise.resolve();

  constructor(records: IndexedRecords) {
    this.#records = records;
  }

  run<T>(task: (records: IndexedRecords) => Promise<T>): Promise<T> {
    const next = this.#last.then(() => task(this.#records));
    this.#last = next.catch(() => undefined);
    return next;
  }
}

/**
 * Lets `choose` read the records that it wants of the captures of each URI-R, oldest first. Yields the captures that need
 * not be read to know that they are no pages. Records may still be read after the last one, for the sample.
 */
export async function* chooseRecords(
  timeMaps: Iterable<readonly PlacedCapture[]>,
  choose: NonNullable<InputContext["choose"]>,
  context: InputContext,
  lookUp: LookUp,
): AsyncGenerator<InputItem> {
  const index = new IndexedRecords(context);
  const records = new RecordsInTurn(index);
  let isSample = false;
  const end = async (): Promise<void> =>
    isSample ? records.run((opened) => opened.close()) : undefined;
  try {
    for (const captures of timeMaps) {
      context.signal.throwIfAborted();
      const toRead: PlacedCapture[] = [];
      for (const placed of captures) {
        const item = index.withoutReading(placed);
        if (item === undefined) toRead.push(placed);
        else yield item;
      }
      if (toRead.length > 0) await choose({ ...listedOf(toRead, records, lookUp), end });
    }
  } finally {
    isSample = true;
    await end();
  }
}

/** Returns the captures of one URI-R, which are read when they are wanted. */
function listedOf(
  captures: readonly PlacedCapture[],
  records: RecordsInTurn,
  lookUp: LookUp,
): ListedTimeMap {
  const contents = bySameContent(captures, (each) => each);
  const own = surt(captures[0]!.uriR);
  const known: LookUp = async (uris) =>
    [...uris].every((uri) => surt(uri) === own) ? new Map([[own, captures]]) : lookUp(uris);
  const listed = contents.flatMap((group, content) => {
    const { status, length } = group.find((each) => !isRevisit(each)) ?? group[0]!;
    const isKnown = group.some((each) => !isRevisit(each));
    return group.map((placed) => ({
      ...{ capture: captureOf(placed), content, status },
      // The record of a revisit has no body.
      length: isKnown ? length : undefined,
    }));
  });
  const place = new Map(captures.map((each, at) => [each, at]));
  const order = contents.flat().map((each) => place.get(each)!);
  const inOrder = [...listed.entries()].sort(([a], [b]) => order[a]! - order[b]!);
  return {
    captures: inOrder.map(([, each]) => each),
    read: (content) => records.run((found) => readContent(contents[content]!, found, known)),
  };
}

/** Reads the first record of a content, and the next one only if those before it cannot be read. */
async function readContent(
  content: readonly PlacedCapture[],
  records: IndexedRecords,
  lookUp: LookUp,
): Promise<readonly InputItem[]> {
  const items: InputItem[] = [];
  for (const [at, placed] of content.entries()) {
    const item = await records.item(placed);
    const isPointer = item.kind === "revisit" || item.kind === "redirect";
    const found = isPointer ? await targetOf(item, lookUp, records) : item;
    items.push(found);
    if (found.kind !== "memento" && found.kind !== "other") continue;
    const others = content.slice(at + 1).map((other): InputItem => {
      const capture = captureOf(other);
      const target = { profile: "identical-payload-digest" } as const;
      return standIn({ kind: "revisit", capture, target }, found);
    });
    return [...items, ...others];
  }
  return items;
}

async function targetOf(
  pointer: Pointer,
  lookUp: LookUp,
  records: IndexedRecords,
): Promise<InputItem> {
  for await (const item of followed([pointer], lookUp, records)) return item;
  return pointer;
}
