import { missed } from "../../errors.js";
import { surt } from "../../mementos/uri.js";
import type { Capture, InputItem, Via } from "../../types.js";
import { isRevisit } from "./cdx-line.js";
import type { CaptureItem, IndexedRecords, Placed } from "./cdx-records.js";

/** A chain of redirects longer than this leads nowhere. */
const MAX_HOPS = 10;

/** An item whose content is that of another capture. */
export type Pointer = Extract<InputItem, { readonly kind: "revisit" | "redirect" }>;

/** Looks captures up by their SURT keys, by all indexes, whatever was chosen. */
export type LookUp = (keys: ReadonlySet<string>) => Promise<ReadonlyMap<string, readonly Placed[]>>;

interface Chain {
  readonly first: Pointer;
  readonly last: Pointer;
}

/**
 * The items that revisits and redirects point to: what they point to is looked up in the index, for it may not be among
 * what was chosen. One whose target the index does not have is left as it is.
 */
export async function* followed(
  pointers: readonly Pointer[],
  lookUp: LookUp,
  records: IndexedRecords,
): AsyncGenerator<InputItem> {
  let chains: Chain[] = pointers.map((pointer) => ({ first: pointer, last: pointer }));
  for (let hops = 0; chains.length > 0 && hops < MAX_HOPS; hops += 1) {
    const keys = new Set(chains.flatMap(({ last }) => keyOfTarget(last) ?? []));
    const known = await lookUp(keys);
    const left: Chain[] = [];
    for (const { first, last } of chains) {
      const target = choose(last, known.get(keyOfTarget(last) ?? "") ?? []);
      const item = target === undefined ? first : await records.item(target);
      if (item.kind === "revisit" || item.kind === "redirect") {
        if (item === first) yield first;
        else left.push({ first, last: item });
      } else yield standIn(first, item);
    }
    chains = left;
  }
  for (const { first } of chains) yield missed(first.capture, `more than ${MAX_HOPS} redirects`);
}

/** Undefined where there is nothing to look for, and for a redirect within its own TimeMap. */
function keyOfTarget(pointer: Pointer): string | undefined {
  const key = surt(pointer.capture.uriR);
  if (pointer.kind === "revisit") {
    const { uriR } = pointer.target;
    return uriR === undefined ? key : surt(uriR);
  }
  const target = pointer.location === undefined ? undefined : surt(pointer.location);
  return target === key ? undefined : target;
}

const timeOf = ({ mementoDatetime }: Pick<Capture, "mementoDatetime">): number =>
  Date.parse(mementoDatetime);

/** The capture that a pointer means, by the rules that hold for what has been read. */
function choose(pointer: Pointer, all: readonly Placed[]): Placed | undefined {
  const { capture } = pointer;
  const time = timeOf(capture);
  if (pointer.kind === "redirect") {
    const away = (placed: Placed): number => Math.abs(timeOf(placed) - time);
    return earliestFirst(all).reduce<Placed | undefined>(
      (best, each) => (best === undefined || away(each) < away(best) ? each : best),
      undefined,
    );
  }
  const { target } = pointer;
  const originals = earliestFirst(all.filter((each) => !isRevisit(each)));
  if (target.mementoDatetime !== undefined) {
    const [uriR, second] = [target.uriR ?? capture.uriR, target.mementoDatetime.slice(0, 19)];
    const found = originals.find(
      (each) => each.uriR === uriR && each.mementoDatetime.slice(0, 19) === second,
    );
    if (found !== undefined) return found;
  }
  if (target.profile === "server-not-modified") {
    return originals.findLast((each) => each.status === 200 && timeOf(each) <= time);
  }
  const digest = plain(target.digest);
  return digest === undefined ? undefined : originals.find((each) => plain(each.digest) === digest);
}

/** By time, then file and offset: an order that does not depend on the order of indexes. */
const earliestFirst = (all: readonly Placed[]): Placed[] =>
  [...all].sort(
    (a, b) =>
      timeOf(a) - timeOf(b) ||
      Number(a.filename > b.filename) - Number(a.filename < b.filename) ||
      a.offset - b.offset,
  );

/** Indexes leave the algorithm out. */
const plain = (digest: string | undefined): string | undefined =>
  digest?.replace(/^\w+:/u, "").toUpperCase();

function standIn(pointer: Pointer, found: CaptureItem): InputItem {
  if (found.kind === "other") {
    const reason = `${pointer.kind} of something that is not a page`;
    return { kind: "other", capture: pointer.capture, reason };
  }
  if (found.kind === "missed") {
    const what = pointer.kind === "revisit" ? "it repeats" : "it redirects to";
    return missed(
      pointer.capture,
      `the capture that ${what} could not be read: ${found.problem.message}`,
    );
  }
  if (found.kind !== "memento") throw new Error(`a ${found.kind} points to nothing`);
  const { uriR, mementoDatetime, source, contentType, notes: remarks } = found.capture;
  const { status, notes: own, ...rest } = pointer.capture;
  const via: Via = { kind: pointer.kind, status, uriR, mementoDatetime, source };
  const notes = [...(own ?? []), ...(remarks ?? [])];
  // A revisit's own status line counts, unless it only says that nothing was sent.
  const isOwn = pointer.kind === "revisit" && status !== undefined && status !== 304;
  const capture: Capture = {
    ...rest,
    status: isOwn ? status : found.capture.status,
    contentType,
    via,
    ...(notes.length > 0 && { notes }),
  };
  return { kind: "memento", capture, body: found.body };
}
