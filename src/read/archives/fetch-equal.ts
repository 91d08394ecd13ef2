import { fetchMemento, type FetchMementoOptions, type WantedMemento } from "./fetch-memento.js";
import type { InputItem, Via } from "../../base/types.js";
import type { InputContext } from "../types.js";

export function fetchOptions(context: InputContext): FetchMementoOptions {
  const { fetcher, redirects, maxPageBytes, formats, substituted = "refuse" } = context;
  if (fetcher === undefined) throw new Error("an input over HTTP needs a fetcher");
  return { fetcher, redirects, maxPageBytes, formats, substituted };
}

/**
 * Fetches the first of several mementos with the same content. Each further memento is fetched only if those before it
 * are unusable, because the archive failed or answered with another capture.
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

type FetchedContent = Extract<InputItem, { readonly kind: "memento" | "other" }>;

const isCapture = (item: InputItem, { mementoDatetime }: WantedMemento): item is FetchedContent =>
  (item.kind === "memento" || item.kind === "other") &&
  item.capture.via === undefined &&
  item.capture.mementoDatetime === mementoDatetime;

/** Returns a memento with the content of another memento, like a revisit. */
function repeated(item: FetchedContent, original: WantedMemento, wanted: WantedMemento): InputItem {
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
