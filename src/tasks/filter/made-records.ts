import { toFourteenDigits } from "../../base/datetime.js";
import { printable } from "../../base/text.js";
import {
  fieldLines,
  type FieldList,
  record,
  type WarcRecord,
} from "../../read/http/directory/records.js";
import { idOf } from "../../read/warc/digest.js";
import { parseHttpHead } from "../../read/warc/http-message.js";
import { type Fields, headerLines } from "../../read/warc/record-format.js";
import { SOFTWARE } from "./output.js";
import type { LeftOut, Orphan } from "./scan.js";

export const OWN_FILE = "detect-off-topic-filter.warc.gz";

/** Date of a copy, and the fields of its records about the origin of the verdicts. */
export interface About {
  readonly date: Date;
  readonly fields: FieldList;
}

export function warcinfo(
  { date, fields: about }: About,
  filename: string,
  more: FieldList,
): WarcRecord {
  const fields: FieldList = [["software", SOFTWARE], ["format", "WARC File Format 1.1"], ...about];
  const block = Buffer.from(fieldLines([...fields, ...more]));
  const id = idOf(Buffer.concat([Buffer.from(filename), block]));
  const named: FieldList = [["WARC-Filename", filename]];
  return record("warcinfo", named, "application/warc-fields", isoSecond(date), block, id);
}

const isoSecond = (date: Date): string => date.toISOString().replace(/\.\d+Z$/u, "Z");

/** Returns a record that lists the captures that were left out and the reasons, a row for each. */
export function leftOutRecord(
  date: Date,
  info: WarcRecord,
  leftOut: readonly LeftOut[],
): WarcRecord {
  const rows = leftOut.map(({ row, recordId = "", source: { file, offset } }) => {
    const { uriM, mementoDatetime, uriR, verdict = "", by, kind = "" } = row;
    const fields = [uriM, toFourteenDigits(mementoDatetime), uriR, verdict, by, kind, recordId];
    return [...fields, file, String(offset)].map((each) => printable(each, "percent")).join("\t");
  });
  const columns = "URI-M date URI-R verdict by kind record-id file offset".split(" ").join("\t");
  const block = Buffer.from([columns, ...rows, ""].join("\n"));
  const [, infoId = ""] = info.headers.find(([name]) => name === "WARC-Record-ID") ?? [];
  const named: FieldList = [
    ["WARC-Warcinfo-ID", infoId],
    ["WARC-Target-URI", "urn:detect_off_topic:left-out"],
  ];
  const type = "text/tab-separated-values; charset=utf-8";
  return record("metadata", named, type, isoSecond(date), block, idOf(block));
}

/** Fields of a response that describe the encoding of its body and are copied with the body. */
const OF_BODY = /^(?:content-length|content-encoding|transfer-encoding)\s*:/iu;

/** Fields that are computed again when a record is written. */
const COMPUTED = /^(?:content-length|warc-block-digest)$/u;

/** The response that a revisit repeats. */
export interface Original {
  readonly fields: Fields;
  readonly block: Buffer;
}

/**
 * Returns the response for a revisit. It has the revisit's own names and HTTP head, and the body of the capture that
 * the revisit repeats. It keeps the record ID, because the request of the revisit refers to it. Without an original, the
 * revisit is as it was.
 */
export function fullResponse(
  { fields, block }: Orphan,
  original: Original | undefined,
): WarcRecord {
  if (original === undefined) {
    return { headers: [...fields].filter(([name]) => !COMPUTED.test(name)), block };
  }
  const named = (name: string, from: Fields): FieldList => {
    const value = from.get(name.toLowerCase());
    return value === undefined ? [] : [[name, value]];
  };
  const headers: FieldList = [
    ...named("WARC-Target-URI", fields),
    ...named("WARC-IP-Address", fields),
    ...named("WARC-Payload-Digest", original.fields),
  ];
  const { bodyOffset } = parseHttpHead(original.block);
  const body = original.block.subarray(bodyOffset);
  const whole = Buffer.concat([headForBody(block, original.block), body]);
  const [date = "", id] = [fields.get("warc-date"), fields.get("warc-record-id")];
  return record("response", headers, "application/http; msgtype=response", date, whole, id);
}

/** Returns the head of the revisit if a body can follow it. Otherwise returns the head of the original. */
function headForBody(block: Buffer, original: Buffer): Buffer {
  const [own, other] = [parseHttpHead(block), parseHttpHead(original)];
  const ofOriginal = original.subarray(other.headOffset, other.bodyOffset);
  if (own.status === undefined || own.status === 304 || !own.isWhole) return ofOriginal;
  const lines = (bytes: Buffer): string[] => headerLines(bytes).filter((line) => line !== "");
  const [status = "", ...others] = lines(block.subarray(own.headOffset, own.bodyOffset));
  const ofBody = lines(ofOriginal).filter((line) => OF_BODY.test(line));
  const head = [status, ...others.filter((line) => !OF_BODY.test(line)), ...ofBody];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n`);
}
