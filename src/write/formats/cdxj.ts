import { cdxKey } from "../../base/cdx-key.js";
import { toFourteenDigits } from "../../base/datetime.js";
import { jsonLine } from "../../base/json.js";

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

/** Returns the first two fields of a line, by which an index is sorted. */
export const cdxjKey = (uriR: string, mementoDatetime: string): string =>
  `${cdxKey(uriR)} ${toFourteenDigits(mementoDatetime)}`;

/** Returns a line of a CDXJ index, without its line end. */
export const cdxjLine = (key: string, fields: CdxjFields): string =>
  `${key} ${jsonLine({ ...fields })}`;
