import {
  fetchMemento,
  type FetchMementoOptions,
  type WantedMemento,
} from "../../archives/fetch-memento.js";
import type { IndexedContent } from "../../timemaps/document.js";
import type { InputItem, Via } from "../../types.js";

/** What a TimeMap lists, and what its archive's index says of the content. */
type Listed = WantedMemento & { readonly content?: IndexedContent };

interface Group {
  readonly status: number | undefined;
  readonly mementos: WantedMemento[];
}

/**
 * Brings mementos of one TimeMap together whose digest and status are the same, in their order. Redirects are left
 * alone: the body of one says nothing of where it leads.
 */
export function equalMementos(mementos: readonly Listed[]): (readonly WantedMemento[])[] {
  const groups: Group[] = [];
  const byDigest = new Map<string, Group[]>();
  for (const { content, ...wanted } of mementos) {
    const { digest, status } = content ?? {};
    const isRedirect = status !== undefined && status >= 300 && status < 400;
    const known = digest === undefined || isRedirect ? [] : (byDigest.get(digest) ?? []);
    // A revisit has the status of what it repeats, which came before.
    const same = known.findLast((group) => status === undefined || group.status === status);
    if (same !== undefined) {
      same.mementos.push(wanted);
      continue;
    }
    const group = { status, mementos: [wanted] };
    groups.push(group);
    if (digest !== undefined && !isRedirect) byDigest.set(digest, [...known, group]);
  }
  return groups.map((group) => group.mementos);
}

/**
 * Fetches the first of mementos of one content; each of the others only where those before it are of no use: the archive
 * failed, or answered with another capture.
 */
export async function fetchEqual(
  mementos: readonly WantedMemento[],
  options: FetchMementoOptions,
): Promise<InputItem[]> {
  const items: InputItem[] = [];
  for (const [at, wanted] of mementos.entries()) {
    const item = await fetchMemento(wanted, options);
    items.push(item);
    if (isCapture(item, wanted)) {
      return [...items, ...mementos.slice(at + 1).map((other) => repeated(item, wanted, other))];
    }
  }
  return items;
}

type Content = Extract<InputItem, { readonly kind: "memento" | "other" }>;

/** True for the capture that was asked for, and no other. */
const isCapture = (item: InputItem, { mementoDatetime }: WantedMemento): item is Content =>
  (item.kind === "memento" || item.kind === "other") &&
  item.capture.via === undefined &&
  item.capture.mementoDatetime === mementoDatetime;

/** A memento with the content of another one, as a revisit has it. */
function repeated(item: Content, original: WantedMemento, wanted: WantedMemento): InputItem {
  const { status, notes = [] } = item.capture;
  const { uriR, uriT, uriM, mementoDatetime, note } = wanted;
  const via: Via = {
    kind: "revisit",
    status,
    uriR: original.uriR,
    mementoDatetime: original.mementoDatetime,
    uriM: original.uriM,
  };
  const remarks = [
    ...(note === undefined ? [] : [note]),
    ...notes.filter((each) => each !== original.note),
    "not fetched: by its digest it has the content of another capture",
  ];
  const capture = { ...item.capture, uriR, uriT, uriM, mementoDatetime, via, notes: remarks };
  return { ...item, capture };
}
