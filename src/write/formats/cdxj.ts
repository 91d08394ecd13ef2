import { toFourteenDigits } from "../../base/datetime.js";
import { jsonLine } from "../../base/json.js";
import { surt } from "../../base/uri.js";

/** Members of an index line, named and ordered as pywb writes them. */
export interface CdxjFields {
  readonly url: string;
  readonly mime: string;
  readonly status?: string;
  readonly digest?: string;
  readonly length?: string;
  readonly offset?: string;
  readonly filename?: string;
}

/** Returns the key of a URI in indexes of pywb, which keeps Java's session ids in paths. */
export function indexKey(uriR: string): string {
  const [session = ""] = /;jsessionid=[\w.!-]*(?=[?#]|$)/iu.exec(uriR) ?? [];
  return surt(uriR).replace(/(?=\?|$)/u, session.toLowerCase());
}

/** Returns the first two fields of a line, by which an index is sorted. */
export const cdxjKey = (uriR: string, mementoDatetime: string): string =>
  `${indexKey(uriR)} ${toFourteenDigits(mementoDatetime)}`;

/** Returns a line of a CDXJ index, without its line end. */
export const cdxjLine = (key: string, fields: CdxjFields): string =>
  `${key} ${jsonLine({ ...fields })}`;
