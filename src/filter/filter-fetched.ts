import { basename } from "node:path";
import { counted, printable } from "../mementos/text.js";
import type { FieldList, WarcRecord } from "../http/directory/records.js";
import { CollectionWriter } from "./collection.js";
import { captureName, captureRecords, fetchedFiles, fetchedMementos } from "./fetched.js";
import { freeName } from "./files.js";
import type { FilterOptions } from "./filter-files.js";
import type { LeftOut, LeftOuts } from "./left-out.js";
import { leftOutRecord, OWN_FILE, warcinfo } from "./made-records.js";
import type { Target } from "./target.js";

/** What became of what was fetched. */
export interface FilteredFetched {
  readonly captures: number;
  readonly leftOut: number;
  /** Mementos of the results that are not in the directories. */
  readonly missing: readonly LeftOut[];
}

/**
 * Writes what runs with `-d` fetched as the captures that archives showed: their URI-R and memento-datetime, each with a
 * metadata record that says where it was fetched from. What results leave out is left out.
 */
export async function filterFetched(
  directories: readonly string[],
  leftOuts: LeftOuts,
  target: Target,
  { date, about, pages, signal }: FilterOptions,
): Promise<FilteredFetched> {
  const files = await fetchedFiles(directories);
  const writer = new CollectionWriter(target, date, signal);
  const names = new Set<string>();
  const written = new Set<string>();
  const places = new Map<LeftOut, { readonly file: string; readonly offset: number }>();
  const sources = files.map((file): FieldList[number] => [
    "source-file",
    printable(file, "percent"),
  ]);
  async function* recordsOf(file: string, name: string): AsyncGenerator<WarcRecord> {
    yield warcinfo(date, name, [
      ["description", "Mementos fetched from web archives, as the captures that these showed"],
      ["source-file", printable(file, "percent")],
    ]);
    for await (const memento of fetchedMementos(file)) {
      signal.throwIfAborted();
      const leftOut = leftOuts.ofUriM(memento.uriM);
      if (leftOut !== undefined) {
        places.set(leftOut, memento);
      } else if (!written.has(captureName(memento))) {
        written.add(captureName(memento));
        yield* await captureRecords(memento);
      }
    }
  }
  for (const file of files) {
    const name = freeName(basename(file), names);
    names.add(name);
    await writer.addRecords(name, recordsOf(file, name));
  }
  async function* ownRecords(): AsyncGenerator<WarcRecord> {
    const info = warcinfo(date, OWN_FILE, [
      ...about,
      [
        "description",
        `What ${counted(directories.length, "working directory", "working directories")} hold, as captures.`,
      ],
      ["left-out-captures", String(places.size)],
      ...sources,
    ]);
    yield await Promise.resolve(info);
    yield leftOutRecord(date, info, places);
  }
  await writer.addRecords(OWN_FILE, ownRecords());
  await writer.finish(pages);
  const missing = leftOuts.all.filter((each) => !places.has(each));
  return { captures: written.size, leftOut: places.size, missing };
}
