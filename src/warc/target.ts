import { parseDatetime } from "../mementos/datetime.js";
import { isPageUri } from "../mementos/uri.js";
import type { Source } from "../types.js";
import type { Fields } from "./fields.js";
import type { RecordHead } from "./record-head.js";

/** URI of a header field: without the angle brackets that wget wrote, white space and controls percent-encoded. */
export function uriOf(fields: Fields, name: string): string | undefined {
  const value = fields.get(name);
  const bare = value?.startsWith("<") === true && value.endsWith(">") ? value.slice(1, -1) : value;
  return bare === undefined || bare === "" ? undefined : encodeBlanks(bare);
}

function encodeBlanks(uri: string): string {
  return uri.replace(
    /[\p{Cc} ]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

/** Which capture a record is of. */
export interface Identity {
  readonly uriR: string;
  readonly mementoDatetime: string;
}

/** What {@link identify} finds. */
export type Identified =
  | { readonly kind: "capture"; readonly identity: Identity }
  /** Its target cannot be a page: a reason to count it by. */
  | { readonly kind: "no-page"; readonly reason: string }
  /** It must be a capture and does not say of what: a message. */
  | { readonly kind: "unidentified"; readonly message: string };

/** Schemes that are counted by name; others, made up by pages and tools, together. */
const KNOWN_SCHEMES: ReadonlySet<string> = new Set(["dns", "whois", "ftp", "urn", "screenshot"]);

/** Target and date of a record that may be a capture. */
export function identify({ type, fields, format }: RecordHead): Identified {
  const uriR = uriOf(fields, "warc-target-uri");
  const record = format === "ARC" ? "ARC record" : `${type} record`;
  if (uriR === undefined) {
    return { kind: "unidentified", message: `${record} without WARC-Target-URI` };
  }
  if (!isPageUri(uriR)) {
    const scheme = /^([a-z][a-z0-9+.-]*):/iu.exec(uriR)?.[1]?.toLowerCase() ?? "";
    const named = KNOWN_SCHEMES.has(scheme) ? `${scheme}:` : "something that is no web page";
    return { kind: "no-page", reason: `${type} record of ${named}` };
  }
  const date = fields.get("warc-date");
  const mementoDatetime = date === undefined ? undefined : parseDatetime(date);
  if (mementoDatetime === undefined) {
    const trouble =
      date === undefined ? "without WARC-Date" : `with an impossible date (${date.slice(0, 40)})`;
    return { kind: "unidentified", message: `${record} of ${uriR.slice(0, 200)} ${trouble}` };
  }
  return { kind: "capture", identity: { uriR, mementoDatetime } };
}

/** `FILE at byte N`, for messages. */
export function placeOf({ file, offset }: Source): string {
  return `${file} at byte ${offset}`;
}
