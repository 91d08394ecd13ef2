import type { Collector } from "./collector.js";
import { jsonText } from "./trouble.js";

/** A JSON object from outside: its keys are read one by one and never enumerated. */
type JsonRecord = Readonly<Record<string, unknown>>;

/** True for a JSON object (not an array, not null). */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A Memento JSON TimeMap (mementoweb.org/guide/timemap-json), paged (`pages.next`) or an index (`timemap_index`).
 * In the Time Travel API `uri` is an array: every one of its URI-Ms is a memento of that datetime.
 * Returns false when the object is none.
 */
export function readMementoJson(value: JsonRecord, into: Collector): boolean {
  const { mementos, timemap_index: index, pages } = value;
  const originalUri = value["original_uri"];
  if (
    mementos === undefined &&
    index === undefined &&
    pages === undefined &&
    originalUri === undefined
  ) {
    return false;
  }
  if (typeof originalUri === "string") into.setUriR(originalUri);
  const self =
    value["self"] ??
    (isRecord(value["timemap_uri"]) ? value["timemap_uri"]["json_format"] : undefined);
  if (typeof self === "string") into.setSelf(self);
  if (isRecord(mementos)) readMementos(mementos, into);
  for (const page of [
    ...(Array.isArray(index) ? (index as readonly unknown[]) : []),
    ...(isRecord(pages) ? [pages["prev"], pages["next"]] : []),
  ]) {
    if (isRecord(page)) for (const uri of uris(page["uri"])) into.addPage(uri);
  }
  return true;
}

function readMementos(mementos: JsonRecord, into: Collector): void {
  const { list, first, last } = mementos;
  const listed = Array.isArray(list) ? (list as readonly unknown[]) : [];
  for (const entry of listed) addEntry(entry, into);
  // They repeat entries of the list; a document may have nothing else.
  if (listed.length === 0)
    for (const entry of [first, last]) if (entry !== undefined) addEntry(entry, into);
}

function addEntry(entry: unknown, into: Collector): void {
  const found = isRecord(entry) ? uris(entry["uri"]) : [];
  if (!isRecord(entry) || found.length === 0) {
    into.trouble.add("mementos without a usable URI-M", jsonText(entry));
    return;
  }
  const datetime = entry["datetime"];
  for (const uri of found)
    into.addMemento(uri, typeof datetime === "string" ? datetime : undefined);
}

function uris(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((uri): uri is string => typeof uri === "string");
}
