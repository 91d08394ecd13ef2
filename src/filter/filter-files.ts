import { counted, printable } from "../mementos/text.js";
import type { FieldList, WarcRecord } from "../http/directory/records.js";
import { CollectionWriter, type Page } from "./collection.js";
import { copyFile } from "./copy.js";
import { freeName, type SourceFile } from "./files.js";
import { asItIs, fullResponse } from "./full-response.js";
import type { LeftOut, LeftOuts } from "./left-out.js";
import { originalOf } from "./original.js";
import { type Scan, scan } from "./scan.js";
import { leftOutRecord, OWN_FILE, warcinfo } from "./made-records.js";
import type { Target } from "./target.js";

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
  const writer = new CollectionWriter(target, date, signal);
  for (const file of files) {
    await writer.addFile(file.name, (write) => copyFile(file, found.cuts.get(file) ?? [], write));
  }
  // What is copied may have been filtered before.
  const own = freeName(OWN_FILE, new Set(files.map(({ name }) => name)));
  let unread = 0;
  async function* ownRecords(): AsyncGenerator<WarcRecord> {
    const info = warcinfo(date, own, [...about, ...whatWasLeftOut(files, found)]);
    yield info;
    yield leftOutRecord(date, info, found.places);
    for (const orphan of found.orphans) {
      const { original } = orphan;
      const response = await originalOf(original, files, found.places.get(original));
      if (response === undefined) unread += 1;
      yield response === undefined ? asItIs(orphan) : fullResponse(orphan, response);
    }
  }
  await writer.addRecords(own, ownRecords());
  await writer.finish(pages);
  return { ...found, missing, unread };
}

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
