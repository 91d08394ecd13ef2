import { missed } from "../../base/errors.js";
import { surt } from "../../base/uri.js";
import type { Capture, InputItem, Via } from "../../base/types.js";
import type { CaptureItem } from "../warc/documents.js";
import { isRevisit } from "./line.js";
import type { IndexedRecords, PlacedCapture } from "./records.js";

/** Maximum number of redirects in a chain, which ends circular chains. */
const MAX_HOPS = 10;

export type Pointer = Extract<InputItem, { readonly kind: "revisit" | "redirect" }>;

/**
 * Looks up the captures of URIs in all indexes, including captures that were not chosen. Returns them by the SURT keys
 * of the URIs.
 */
export type LookUp = (
  uris: ReadonlySet<string>,
) => Promise<ReadonlyMap<string, readonly PlacedCapture[]>>;

interface Chain {
  readonly first: Pointer;
  readonly last: Pointer;
}

/**
 * Yields the items to which revisits and redirects point. Their targets are looked up in the index, because they may
 * not be among the chosen captures. If the index does not contain the target, yields the pointer itself.
 */
export async function* followed(
  pointers: readonly Pointer[],
  lookUp: LookUp,
  records: IndexedRecords,
): AsyncGenerator<InputItem> {
  let chains: Chain[] = pointers.map((pointer) => ({ first: pointer, last: pointer }));
  for (let hops = 0; chains.length > 0 && hops < MAX_HOPS; hops += 1) {
    const known = await lookUp(new Set(chains.flatMap(({ last }) => targetOf(last) ?? [])));
    const left: Chain[] = [];
    for (const { first, last } of chains) {
      const target = choose(last, known.get(surt(targetOf(last) ?? "")) ?? []);
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

/** Returns `undefined` if a pointer has none, or if a redirect stays within its own TimeMap. */
function targetOf(pointer: Pointer): string | undefined {
  const { uriR } = pointer.capture;
  if (pointer.kind === "revisit") return pointer.target.uriR ?? uriR;
  const { location } = pointer;
  return location !== undefined && surt(location) === surt(uriR) ? undefined : location;
}

const timeOf = ({ mementoDatetime }: Pick<Capture, "mementoDatetime">): number =>
  Date.parse(mementoDatetime);

/** Returns the capture that a pointer means, by the same rules as in a run that reads all records. */
function choose(pointer: Pointer, all: readonly PlacedCapture[]): PlacedCapture | undefined {
  const { capture } = pointer;
  const time = timeOf(capture);
  if (pointer.kind === "redirect") {
    const away = (placed: PlacedCapture): number => Math.abs(timeOf(placed) - time);
    return earliestFirst(all).toSorted((one, other) => away(one) - away(other))[0];
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
  const digest = plainDigest(target.digest);
  return digest === undefined
    ? undefined
    : originals.find((each) => plainDigest(each.digest) === digest);
}

/** Sorts by time, then by file and offset, so that the order of the indexes makes no difference. */
const earliestFirst = (all: readonly PlacedCapture[]): PlacedCapture[] =>
  [...all].sort(
    (a, b) =>
      timeOf(a) - timeOf(b) ||
      Number(a.filename > b.filename) - Number(a.filename < b.filename) ||
      a.offset - b.offset,
  );

/** Returns a digest without its algorithm, because indexes leave out the algorithm. */
const plainDigest = (digest: string | undefined): string | undefined =>
  digest?.replace(/^\w+:/u, "").toUpperCase();

/** Returns a pointer with the content of the capture that it points to. */
export function standIn(pointer: Pointer, found: CaptureItem): InputItem {
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
  // The status line of a revisit itself counts, unless it only says that no body was sent.
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
