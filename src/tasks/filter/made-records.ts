import { fieldLines, type FieldList, type WarcRecord } from "../../read/http/directory/records.js";
import { toFourteenDigits } from "../../base/datetime.js";
import { printable } from "../../base/text.js";
import { idOf } from "../../read/warc/digest.js";
import { parseHttpHead } from "../../read/warc/http-message.js";
import { headerLines } from "../../read/warc/record-format.js";
import type { Original } from "./original.js";
import { SOFTWARE } from "./output.js";
import type { LeftOut, Orphan } from "./scan.js";

export const OWN_FILE = "detect-off-topic-filter.warc.gz";

export function warcinfo(date: Date, filename: string, about: FieldList): WarcRecord {
  const fields: FieldList = [["software", SOFTWARE], ["format", "WARC File Format 1.1"], ...about];
  const block = Buffer.from(fieldLines(fields));
  return {
    headers: [
      ["WARC-Type", "warcinfo"],
      ["WARC-Date", iso(date)],
      ["WARC-Filename", filename],
      ["WARC-Record-ID", idOf(Buffer.concat([Buffer.from(filename), block]))],
      ["Content-Type", "application/warc-fields"],
    ],
    block,
  };
}

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
  return {
    headers: [
      ["WARC-Type", "metadata"],
      ["WARC-Date", iso(date)],
      ["WARC-Record-ID", idOf(block)],
      ["WARC-Warcinfo-ID", infoId],
      ["WARC-Target-URI", "urn:detect_off_topic:left-out"],
      ["Content-Type", "text/tab-separated-values; charset=utf-8"],
    ],
    block,
  };
}

const iso = (date: Date): string => date.toISOString().replace(/\.\d+Z$/u, "Z");

/** Fields of a response that describe the encoding of its body and are copied with the body. */
const OF_BODY = /^(?:content-length|content-encoding|transfer-encoding)\s*:/iu;

/** Fields of a revisit that its response keeps, in their usual spelling. */
const KEPT = ["WARC-Target-URI", "WARC-Date", "WARC-Record-ID", "WARC-IP-Address"];

/**
 * Returns the response for a revisit. It has the revisit's own names and HTTP head, and the body of the capture that
 * the revisit repeats. It keeps the record ID, because the request of the revisit refers to it.
 */
export function fullResponse({ fields, block }: Orphan, original: Original): WarcRecord {
  const named = KEPT.flatMap((name): FieldList => {
    const value = fields.get(name.toLowerCase());
    return value === undefined ? [] : [[name, value]];
  });
  const digest = original.fields.get("warc-payload-digest");
  return {
    headers: [
      ["WARC-Type", "response"],
      ...named,
      ...(digest === undefined ? [] : ([["WARC-Payload-Digest", digest]] as const)),
      ["Content-Type", "application/http; msgtype=response"],
    ],
    block: Buffer.concat([
      headForBody(block, original),
      original.block.subarray(original.head.bodyOffset),
    ]),
  };
}

/** Returns the head of the revisit if a body can follow it. Otherwise returns the head of the original. */
function headForBody(block: Buffer, original: Original): Buffer {
  const own = parseHttpHead(block);
  const { headOffset, bodyOffset } = original.head;
  if (own.status === undefined || own.status === 304 || !own.isWhole) {
    return original.block.subarray(headOffset, bodyOffset);
  }
  const lines = (bytes: Buffer): string[] => headerLines(bytes).filter((line) => line !== "");
  const [status = "", ...others] = lines(block.subarray(own.headOffset, own.bodyOffset));
  const ofBody = lines(original.block.subarray(headOffset, bodyOffset)).filter((line) =>
    OF_BODY.test(line),
  );
  const head = [status, ...others.filter((line) => !OF_BODY.test(line)), ...ofBody];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n`);
}

/** Returns the revisit unchanged, for an original that cannot be read. */
export const asItIs = ({ fields, block }: Orphan): WarcRecord => ({
  headers: [...fields].filter(([name]) => !COMPUTED_FIELDS.has(name)),
  block,
});

/** Fields that are computed again when a record is written. */
const COMPUTED_FIELDS = new Set(["content-length", "warc-block-digest"]);
