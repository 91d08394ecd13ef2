import type { Collector } from "./collector.js";
import { isRecord } from "./memento-json.js";
import { jsonText } from "./trouble.js";

const metaLine = /^[!@](\w+)\s+(.*)$/s;
const mementoLine = /^(\d{4,14})\s+(\{.*)$/s;
const indexLine = /^(\S+) (\d{14}) (\{.*)$/s;

/**
 * A CDXJ TimeMap as MemGator and ipwb write it: `!meta {...}` lines, then `YYYYMMDDhhmmss {"uri": ..., "rel": ...}`.
 * ipwb writes `"datetime"="..."`, which is no JSON: URI and datetime are then read out of the line.
 */
export function readCdxjTimeMap(text: string, into: Collector): void {
  for (const line of nonEmptyLines(text)) {
    const meta = metaLine.exec(line);
    const memento = mementoLine.exec(line);
    if (meta !== null) {
      if (meta[1] === "meta") into.setUriR(field(meta[2]!, "original_uri") ?? "");
      if (meta[1] === "id") into.setSelf(field(meta[2]!, "uri") ?? "");
    } else if (memento === null) {
      into.trouble.add("lines that are no CDXJ", line);
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

/** pywb's CDXJ index: `SURT YYYYMMDDhhmmss {"url": ..., "mime": ...}`, one line a capture. */
export function readCdxjIndex(text: string, into: Collector): void {
  for (const line of nonEmptyLines(text)) {
    const capture = indexLine.exec(line);
    if (capture === null) into.trouble.add("lines that are no CDXJ", line);
    else into.addCapture(capture[2]!, field(capture[3]!, "url") ?? "");
  }
}

/** Captures as JSON objects, one a line: pywb's `output=json`. */
export function readCaptureObjects(objects: Iterable<unknown>, into: Collector): void {
  for (const object of objects) {
    const timestamp = isRecord(object) ? object["timestamp"] : undefined;
    const url = isRecord(object) ? (object["url"] ?? object["original"]) : undefined;
    if (typeof timestamp === "string" && typeof url === "string") into.addCapture(timestamp, url);
    else into.trouble.add("captures without timestamp or URL", jsonText(object));
  }
}

/** The lines of a text that hold something. */
export function* nonEmptyLines(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(at, end).trim();
    if (line !== "") yield line;
    at = end + 1;
  }
}

/** A string field of a JSON object, or of text that is nearly one. */
function field(json: string, name: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const found = isRecord(value) ? value[name] : undefined;
    return typeof found === "string" ? found : undefined;
  } catch {
    const at = json.indexOf(`"${name}"`);
    return at === -1
      ? undefined
      : /^\s*[:=]\s*"([^"]*)"/.exec(json.slice(at + name.length + 2))?.[1];
  }
}
