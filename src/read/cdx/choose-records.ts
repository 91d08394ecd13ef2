import { surt } from "../../base/uri.js";
import type { InputItem } from "../../base/types.js";
import type { InputContext, ListedTimeMap } from "../types.js";
import { followed, type LookUp, type Pointer, standIn } from "./follow.js";
import { isRevisit } from "./line.js";
import { captureOf, type IndexedRecords, type PlacedCapture } from "./records.js";

/** Runs tasks one after the other, because {@link IndexedRecords} has one file open at a time. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const next = this.#last.then(task);
    this.#last = next.catch(() => undefined);
    return next;
  }
}

/** Lets `choose` read the records that it wants of the captures of one URI-R, oldest first. */
export async function chooseRecords(
  captures: readonly PlacedCapture[],
  choose: NonNullable<InputContext["choose"]>,
  records: IndexedRecords,
  turns: InTurn,
  lookUp: LookUp,
): Promise<void> {
  const contents = contentsOf(captures);
  const own = surt(captures[0]!.uriR);
  const known: LookUp = async (uris) =>
    [...uris].every((uri) => surt(uri) === own) ? new Map([[own, captures]]) : lookUp(uris);
  const read: ListedTimeMap["read"] = (content) =>
    turns.run(() => readContent(contents[content]!, records, known));
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
  await choose({
    captures: inOrder.map(([, each]) => each),
    read,
    end: () => turns.run(() => records.close()),
  });
}

/** Groups captures with equal digests. Redirects are not grouped, because their body does not determine their target. */
function contentsOf(captures: readonly PlacedCapture[]): readonly (readonly PlacedCapture[])[] {
  const groups: PlacedCapture[][] = [];
  const byDigest = new Map<string, PlacedCapture[][]>();
  for (const placed of captures) {
    const { digest, status } = placed;
    const isRedirect = status !== undefined && status >= 300 && status < 400;
    const alike = digest === undefined || isRedirect ? [] : (byDigest.get(digest) ?? []);
    const same = alike.findLast(([first]) => status === undefined || first!.status === status);
    if (same !== undefined) {
      same.push(placed);
      continue;
    }
    const group = [placed];
    groups.push(group);
    if (digest !== undefined && !isRedirect) byDigest.set(digest, [...alike, group]);
  }
  return groups;
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
