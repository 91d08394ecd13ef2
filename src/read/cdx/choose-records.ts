import { surt } from "../../base/uri.js";
import type { InputItem } from "../../base/types.js";
import type { InputContext, ListedCapture, ListedTimeMap } from "../types.js";
import { bySameContent } from "../captures/same-content.js";
import { followed, type LookUp, type Pointer, standIn } from "./follow.js";
import { isRevisit } from "./line.js";
import { captureOf, IndexedRecords, type PlacedCapture } from "./records.js";

/** Runs tasks one after the other, because {@link IndexedRecords} has one file open at a time. */
function inTurn(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
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
  const records = new IndexedRecords(context);
  const turn = inTurn();
  let isSample = false;
  const end = async (): Promise<void> => (isSample ? turn(() => records.close()) : undefined);
  try {
    for (const captures of timeMaps) {
      context.signal.throwIfAborted();
      const toRead: PlacedCapture[] = [];
      for (const placed of captures) {
        const item = records.withoutReading(placed);
        if (item === undefined) toRead.push(placed);
        else yield item;
      }
      if (toRead.length > 0) {
        const { captures: listed, read } = listedOf(toRead, records, lookUp);
        await choose({ captures: listed, read: (content) => turn(() => read(content)), end });
      }
    }
  } finally {
    isSample = true;
    await end();
  }
}

/** Returns the captures of one URI-R, oldest first, and a function that reads a content of them. */
function listedOf(
  captures: readonly PlacedCapture[],
  records: IndexedRecords,
  lookUp: LookUp,
): Pick<ListedTimeMap, "captures" | "read"> {
  const contents = bySameContent(captures, (each) => each);
  const own = surt(captures[0]!.uriR);
  const known: LookUp = async (uris) =>
    [...uris].every((uri) => surt(uri) === own) ? new Map([[own, captures]]) : lookUp(uris);
  const listed = new Map<PlacedCapture, ListedCapture>();
  for (const [content, group] of contents.entries()) {
    // The record of a revisit has no body.
    const original = group.find((each) => !isRevisit(each));
    const [{ status }, length] = [original ?? group[0]!, original?.length];
    for (const each of group)
      listed.set(each, { capture: captureOf(each), content, status, length });
  }
  return {
    captures: captures.map((placed) => listed.get(placed)!),
    read: (content) => readContent(contents[content]!, records, known),
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
