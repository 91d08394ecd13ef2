import { text as string } from "../../base/codec.js";
import { isObject, type JsonRecord, parseObject } from "../../base/json.js";
import { type TimeMapCollector, jsonText } from "./document.js";

/**
 * Reads a Memento JSON TimeMap (mementoweb.org/guide/timemap-json), which may be paged (`pages.next`) or an index
 * (`timemap_index`). In the Time Travel API, `uri` is an array, in which every URI-M is a memento with that datetime.
 * Returns false if the object is not such a TimeMap.
 */
export function readMementoJson(value: JsonRecord, into: TimeMapCollector): boolean {
  const { mementos, timemap_index: index, pages } = value;
  const originalUri = value["original_uri"];
  if ([mementos, index, pages, originalUri].every((each) => each === undefined)) return false;
  if (typeof originalUri === "string") into.setUriR(originalUri);
  const self =
    value["self"] ??
    (isObject(value["timemap_uri"]) ? value["timemap_uri"]["json_format"] : undefined);
  if (typeof self === "string") into.setSelf(self);
  if (isObject(mementos)) readMementos(mementos, into);
  for (const page of [
    ...(Array.isArray(index) ? (index as readonly unknown[]) : []),
    ...(isObject(pages) ? [pages["prev"], pages["next"]] : []),
  ]) {
    if (isObject(page)) for (const uri of uris(page["uri"])) into.addPage(uri);
  }
  return true;
}

function readMementos(mementos: JsonRecord, into: TimeMapCollector): void {
  const { list, first, last } = mementos;
  const listed = Array.isArray(list) ? (list as readonly unknown[]) : [];
  for (const entry of listed) addEntry(entry, into);
  // `first` and `last` repeat entries of the list, but a document may have only these two.
  if (listed.length === 0)
    for (const entry of [first, last]) if (entry !== undefined) addEntry(entry, into);
}

function addEntry(entry: unknown, into: TimeMapCollector): void {
  const found = isObject(entry) ? uris(entry["uri"]) : [];
  if (!isObject(entry) || found.length === 0) {
    into.trouble.add("mementos without a usable URI-M", jsonText(entry));
    return;
  }
  for (const uri of found) into.addMemento(uri, string.read(entry["datetime"]));
}

function uris(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter(string.is);
}
const metaLine = /^[!@](\w+)\s+(.*)$/s;
const mementoLine = /^(\d{4,14})\s+(\{.*)$/s;

/**
 * Reads a CDXJ TimeMap as MemGator and ipwb write it: `!meta {...}` lines, then `YYYYMMDDhhmmss {"uri": ..., "rel":
 * ...}`. ipwb writes `"datetime"="..."`, which is not JSON. In this case URI and datetime are extracted from the line.
 */
export function readCdxjTimeMap(text: string, into: TimeMapCollector): void {
  for (const line of nonEmptyLines(text)) {
    const meta = metaLine.exec(line);
    const memento = mementoLine.exec(line);
    if (meta !== null) {
      if (meta[1] === "meta") into.setUriR(field(meta[2]!, "original_uri") ?? "");
      if (meta[1] === "id") into.setSelf(field(meta[2]!, "uri") ?? "");
    } else if (memento === null) {
      into.trouble.add("lines that are not CDXJ", line);
    } else {
      const rel = field(memento[2]!, "rel")?.toLowerCase().split(/\s+/);
      if (rel !== undefined && !rel.includes("memento")) continue;
      const key = memento[1]!;
      into.addMemento(
        field(memento[2]!, "uri") ?? "",
        key.length === 14 ? key : field(memento[2]!, "datetime"),
      );
    }
  }
}

/** Yields the lines of a text that are not blank, without white space at both ends. */
export function* nonEmptyLines(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(at, end).trim();
    if (line !== "") yield line;
    at = end + 1;
  }
}

/** Returns a string field of a JSON object, or of text that is nearly one. */
function field(json: string, name: string): string | undefined {
  const record = parseObject(json);
  if (record !== undefined) return string.read(record[name]);
  const at = json.indexOf(`"${name}"`);
  return at === -1 ? undefined : /^\s*[:=]\s*"([^"]*)"/.exec(json.slice(at + name.length + 2))?.[1];
}
