import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { CdxjFile } from "./cdxj-file.js";
import { readCdxjLine, writeCdxjLine, type CdxjLine } from "./cdxj-line.js";
import type { DirectoryInput } from "./manifest.js";
import { PlaceIndex, type IndexedPlace } from "./place-index.js";
import { unindexedLines, type FileEnd } from "./unindexed.js";
import { WarcFiles } from "./warc-files.js";

/** What a working directory is opened with. */
export interface WorkingDirectoryOptions {
  readonly directory: string;
  readonly input: DirectoryInput;
  /** Nothing is written, not even a lock. */
  readonly readOnly: boolean;
  /** A new WARC file is begun after this many bytes. */
  readonly fileBytes: number;
  /** For warcinfo. */
  readonly userAgent: string;
  readonly onNotice: (message: string) => void;
}

/** The names of the indexes: of responses, which other tools read too, and of failures. */
const INDEX_NAME = "index.cdxj";
const FAILURES_NAME = "failures.cdxj";

/** The parts of an open directory. */
export interface Opened {
  readonly files: WarcFiles;
  readonly places: PlaceIndex;
  readonly index: CdxjFile;
  readonly failures: CdxjFile;
}

/** Opens the files of a directory, mends what a killed run left, and brings the indexes up to date with the files. */
export async function loadDirectory(options: WorkingDirectoryOptions): Promise<Opened> {
  const files = await WarcFiles.open(options);
  const sizes = await Promise.all(
    files.names.map(async (_, file) => (await stat(files.path(file))).size),
  );
  const opened = emptyIndexes(files, options.directory);
  const covered = await loadIndexes(opened, sizes);
  if (covered !== undefined) {
    await catchUp(opened, sizes, covered, options);
    return opened;
  }
  options.onNotice(`The index of ${options.directory} does not fit its files: made anew.`);
  for (const name of options.readOnly ? [] : [INDEX_NAME, FAILURES_NAME]) {
    await rm(join(options.directory, name), { force: true });
  }
  const anew = emptyIndexes(files, options.directory);
  const nothing = sizes.map(() => 0);
  await catchUp(anew, sizes, nothing, options);
  return anew;
}

function emptyIndexes(files: WarcFiles, directory: string): Opened {
  const index = new CdxjFile(join(directory, INDEX_NAME));
  const failures = new CdxjFile(join(directory, FAILURES_NAME));
  return { files, places: new PlaceIndex(), index, failures };
}

/** Up to where the indexes know each file; undefined when they name places that do not exist. */
async function loadIndexes(
  { files, places, index, failures }: Opened,
  sizes: readonly number[],
): Promise<readonly number[] | undefined> {
  const numbers = new Map(files.names.map((name, file) => [name, file]));
  const covered = sizes.map(() => 0);
  let misfits = 0;
  const note = (line: string, answered: boolean): void => {
    const place = readCdxjLine(line);
    const file = numbers.get(place?.filename ?? "");
    if (place === undefined || file === undefined || place.offset + place.length > sizes[file]!) {
      misfits += 1;
      return;
    }
    covered[file] = Math.max(covered[file]!, place.offset + place.length);
    places.set(place.uri, { ...place, file, answered, fresh: false });
  };
  await failures.load((line) => note(line, false));
  await index.load((line) => note(line, true));
  return misfits === 0 ? covered : undefined;
}

/** Adds to the indexes what they lack, and makes ready for writing after the last whole record. */
async function catchUp(
  { files, places, index, failures }: Opened,
  sizes: readonly number[],
  covered: readonly number[],
  { readOnly, onNotice }: WorkingDirectoryOptions,
): Promise<void> {
  if (!readOnly) {
    await index.openForAppending();
    await failures.openForAppending();
  }
  let last: FileEnd | undefined;
  for (const [file, offset] of covered.entries()) {
    const lines = unindexedLines(files, file, offset);
    let next = await lines.next();
    for (; next.done !== true; next = await lines.next()) {
      const line = next.value;
      const answered = line.response !== undefined;
      places.set(line.uri, { ...placeOf(line), file, answered, fresh: false });
      if (!readOnly) await (answered ? index : failures).append([writeCdxjLine(line)]);
    }
    last = next.value;
    if (last.end !== "complete") {
      const lost = sizes[file]! - last.good;
      onNotice(`${files.path(file)}: the last ${lost} bytes are no whole record (${last.end}).`);
    }
  }
  if (readOnly) return;
  // Damage in the midst of a file is left for people to look at; only what a killed run cut off is taken away.
  await files.continueAt(last === undefined || last.end === "damaged" ? "new file" : last.good);
}

function placeOf({
  offset,
  length,
  settled,
}: CdxjLine): Pick<IndexedPlace, "offset" | "length" | "settled"> {
  return { offset, length, settled };
}
