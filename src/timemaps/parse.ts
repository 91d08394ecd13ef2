import { Collector } from "./collector.js";
import { readCdx } from "./cdx.js";
import { nonEmptyLines, readCaptureObjects, readCdxjIndex, readCdxjTimeMap } from "./cdxj.js";
import type { NotATimeMap, TimeMapDocument, TimeMapSyntax } from "./document.js";
import { readLinkFormat } from "./link-format.js";
import { isRecord, readMementoJson } from "./memento-json.js";
import { nameHtml, nameText } from "./page-kind.js";
import { decodeText, tooMuchText } from "./text.js";
import { excerpt } from "./trouble.js";
import { readWaybackJson } from "./wayback-json.js";

/**
 * Reads a TimeMap in whatever syntax it is: content decides, for archives send any Content-Type, HTML with status 200
 * included. `baseUri` is where it came from (empty for files): relative URIs are resolved against it, and the URI-Ms of
 * index formats, which have none, are made from it. Never throws; time is linear in the length.
 */
export function parseTimeMap(
  body: Uint8Array | string,
  contentType: string | undefined,
  baseUri: string,
): TimeMapDocument | NotATimeMap {
  const tooMuch = tooMuchText(body.length);
  if (tooMuch !== undefined) return not(tooMuch);
  const decoded = typeof body === "string" ? body : decodeText(body, contentType);
  const text = decoded.replace(/^[\uFEFF\s]+/, "");
  if (text === "") return not("an empty body");
  const into = new Collector(baseUri);
  const syntax = read(text, into, baseUri);
  if (typeof syntax !== "string") return syntax;
  // Links of a Link header or of a page may be anything: without one relation of a TimeMap it is none.
  return into.isEmpty && syntax === "link-format" ? not(nameText(text)) : into.finish(syntax);
}

const not = (what: string): NotATimeMap => ({ kind: "not-a-timemap", what });

function read(text: string, into: Collector, baseUri: string): TimeMapSyntax | NotATimeMap {
  const resumesAt = (key: string): void => resume(into, baseUri, key);
  if (/^<(?:!|\?xml|html|head|body|title|meta|script)/i.test(text)) return not(nameHtml(text));
  if (text.startsWith("{")) return readJsonObject(text, into);
  if (text.startsWith("[")) {
    const rows = parseJson(text);
    if (!Array.isArray(rows)) return not(`damaged JSON that begins "${excerpt(text)}"`);
    readWaybackJson(rows, into, resumesAt);
    return "wayback-json";
  }
  const firstLine = text.slice(0, text.indexOf("\n") + 1 || text.length);
  if (/^[!@]\w+\s|^\d{4,14}\s+\{/.test(firstLine)) {
    readCdxjTimeMap(text, into);
    return "cdxj-timemap";
  }
  if (/^[^<\s]\S* \d{14} \{/.test(firstLine)) {
    readCdxjIndex(text, into);
    return "cdxj-index";
  }
  if (/^CDX\s|^[^<\s]\S* (?:\S+ ){0,8}\d{14} \S/.test(firstLine)) {
    readCdx(text, into, resumesAt);
    return "cdx";
  }
  if (!text.includes("<")) return not(nameText(text));
  readLinkFormat(text, into);
  return "link-format";
}

function readJsonObject(text: string, into: Collector): TimeMapSyntax | NotATimeMap {
  const value = parseJson(text);
  if (isRecord(value)) {
    if (readMementoJson(value, into)) return "memento-json";
    if (typeof value["timestamp"] === "string") {
      readCaptureObjects([value], into);
      return "cdxj-index";
    }
    const message = value["message"] ?? value["detail"] ?? value["error"];
    return not(typeof message === "string" ? `the message "${excerpt(message)}"` : nameJson(text));
  }
  // A damaged line stays text, so that it can be shown as one without timestamp or URL.
  const lines = [...nonEmptyLines(text)].map((line) => parseJson(line) ?? line);
  if (!isRecord(lines[0]) || lines[0]["timestamp"] === undefined) return not(nameJson(text));
  readCaptureObjects(lines, into);
  return "cdxj-index";
}

const nameJson = (text: string): string => `JSON that is no TimeMap: "${excerpt(text)}"`;

/** undefined for what is no JSON: the caller says what it is instead. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The CDX server goes on at a resumption key when asked for it in the same way as before. */
function resume(into: Collector, baseUri: string, key: string): void {
  if (!URL.canParse(baseUri)) {
    into.trouble.add("resumption keys in a TimeMap that is not read from its archive", key);
    return;
  }
  const page = new URL(baseUri);
  page.searchParams.set("resumeKey", decodeKey(key));
  into.addPage(page.href);
}

/** The plain form has the key percent-encoded already; `searchParams` encodes it again. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll("+", " "));
  } catch {
    return key;
  }
}
