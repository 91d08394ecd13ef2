import { createHash } from "node:crypto";
import { toFourteenDigits } from "../mementos/datetime.js";
import { counted, printable } from "../mementos/text.js";
import type { FieldList, WarcRecord } from "../http/directory/records.js";
import { fieldLines } from "../http/directory/records.js";
import { CollectionWriter, type Page } from "./collection.js";
import { copyFile } from "./copy.js";
import type { SourceFile } from "./files.js";
import { asItIs, fullResponse } from "./full-response.js";
import type { LeftOut, LeftOuts } from "./left-out.js";
import { originalOf } from "./original.js";
import { type Scan, scan } from "./scan.js";
import { SOFTWARE, type Target } from "./target.js";

/** The file of the copy that filter makes itself. */
const OWN_FILE = "detect-off-topic-filter.warc.gz";

/** What became of a collection. */
export interface Filtered extends Scan {
  /** Captures of the results that are not in the files. */
  readonly missing: readonly LeftOut[];
  /** Revisits whose original could not be read: they stay as they are. */
  readonly unread: number;
}

/** How a copy is made. */
export interface FilterOptions {
  /** Of the records that are made, and of the package. */
  readonly date: Date;
  /** Says where the verdicts are from, for the warcinfo. */
  readonly about: FieldList;
  readonly pages: Iterable<Page>;
  readonly signal: AbortSignal;
}

/** Copies files without what is left out; nothing is to be seen until all of it is written. */
export async function filterFiles(
  files: readonly SourceFile[],
  leftOuts: LeftOuts,
  target: Target,
  { date, about, pages, signal }: FilterOptions,
): Promise<Filtered> {
  const found = await scan(files, leftOuts, signal);
  const missing = leftOuts.all.filter((each) => !found.places.has(each));
  const writer = new CollectionWriter(target, date);
  for (const file of files) {
    signal.throwIfAborted();
    await writer.addFile(file.name, (write) => copyFile(file, found.cuts.get(file) ?? [], write));
  }
  let unread = 0;
  async function* ownRecords(): AsyncGenerator<WarcRecord> {
    const info = warcinfo(date, [...about, ...whatWasLeftOut(files, found)]);
    yield info;
    yield leftOutRecord(date, info, found);
    for (const orphan of found.orphans) {
      const { original } = orphan;
      const response = await originalOf(original, files, found.places.get(original));
      if (response === undefined) unread += 1;
      yield response === undefined ? asItIs(orphan) : fullResponse(orphan, response);
    }
  }
  await writer.addRecords(OWN_FILE, ownRecords());
  await writer.finish(pages);
  return { ...fieldsOf(found), missing, unread };
}

const fieldsOf = ({ cuts, orphans, places, related, losses }: Scan): Scan => ({
  ...{ cuts, orphans, places, related, losses },
});

function whatWasLeftOut(
  files: readonly SourceFile[],
  { places, related, orphans }: Scan,
): FieldList {
  return [
    [
      "description",
      `A copy of ${counted(files.length, "file")} without captures that were judged.`,
    ],
    ["left-out-captures", String(places.size)],
    ["left-out-requests-and-metadata", String(related)],
    ["revisits-written-in-full", String(orphans.length)],
    ...files.map(({ place }): FieldList[number] => ["source-file", printable(place, "percent")]),
  ];
}

function warcinfo(date: Date, about: FieldList): WarcRecord {
  const fields: FieldList = [["software", SOFTWARE], ["format", "WARC File Format 1.1"], ...about];
  const block = Buffer.from(fieldLines(fields));
  return {
    headers: [
      ["WARC-Type", "warcinfo"],
      ["WARC-Date", iso(date)],
      ["WARC-Filename", OWN_FILE],
      ["WARC-Record-ID", idOf(block)],
      ["Content-Type", "application/warc-fields"],
    ],
    block,
  };
}

/** What was left out and why: a row for each capture. */
function leftOutRecord(date: Date, info: WarcRecord, { places }: Scan): WarcRecord {
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
