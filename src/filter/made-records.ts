import { createHash } from "node:crypto";
import { type FieldList, fieldLines, type WarcRecord } from "../http/directory/records.js";
import { toFourteenDigits } from "../mementos/datetime.js";
import { printable } from "../mementos/text.js";
import type { Source } from "../types.js";
import type { LeftOut } from "./left-out.js";
import { SOFTWARE } from "./target.js";

/** The file of a copy that filter makes itself. */
export const OWN_FILE = "detect-off-topic-filter.warc.gz";

/** The record that a file of ours begins with. */
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

/** What was left out and why: a row for each capture. */
export function leftOutRecord(
  date: Date,
  info: WarcRecord,
  places: Iterable<readonly [LeftOut, Pick<Source, "file" | "offset">]>,
): WarcRecord {
  const rows = [...places].map(([leftOut, { file, offset }]) => {
    const { uriM, mementoDatetime, uriR, recordId = "", verdict, by, kind = "" } = leftOut;
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

/** A record ID that follows from what the record holds: the same copy is the same bytes. */
export function idOf(block: Uint8Array): string {
  const hex = createHash("sha256").update(block).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ];
  return `<urn:uuid:${[...parts, hex.slice(20, 32)].join("-")}>`;
}
