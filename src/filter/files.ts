import { basename, sep } from "node:path";
import { UsageError } from "../errors.js";
import { isWacz } from "../inputs/read/archive-file.js";
import { namesIn } from "../inputs/read/arguments.js";
import { warcFiles, waczFiles } from "../inputs/read/warc-sources.js";
import { prepareFiles } from "../inputs/warc.js";
import { isRemote } from "../platform/files.js";
import type { RawFile } from "../warc/bytes.js";
import { openPlace, packagesOf, placeOf } from "../warc/wacz.js";

/** A file of records that is copied: a WARC or ARC file, by itself or in a WACZ. */
export interface SourceFile {
  /** As `Source.file` has it. */
  readonly place: string;
  /** Its name in the copy; no two have one. */
  readonly name: string;
  readonly open: () => Promise<RawFile>;
}

const keywordAndValues = (input: string): readonly string[] =>
  /^([a-z]+)=(.*)$/su.exec(input)?.slice(1) ?? [];

/** The working directories that `dir=` names; none where inputs are of files. Throws a `UsageError` for a mixture. */
export function directoriesOf(inputs: readonly string[]): string[] {
  const directories = inputs.flatMap((input) => {
    const [keyword, values = ""] = keywordAndValues(input);
    return keyword === "dir" ? [values] : [];
  });
  if (directories.length > 0 && directories.length < inputs.length) {
    throw new UsageError("filter copies files or working directories: give commands of their own.");
  }
  return namesIn(directories);
}

/** The WARC and ARC files of inputs (`warc=`, `wacz=`), those in WACZ files too. Throws a `UsageError` for what is not. */
export async function sourceFiles(inputs: readonly string[]): Promise<SourceFile[]> {
  const paths: string[] = [];
  for (const input of inputs) {
    const [keyword = "", values = ""] = keywordAndValues(input);
    const kind = [warcFiles, waczFiles].find((each) => each.keyword === keyword.toLowerCase());
    if (kind === undefined) {
      throw new UsageError(
        `filter copies WARC and WACZ files, or working directories: give -i warc=FILE or dir=FOLDER, not "${input}".`,
      );
    }
    paths.push(...(await prepareFiles([values], kind)));
  }
  const files: SourceFile[] = [];
  const names = new Set<string>();
  for (const path of paths.filter((each) => !each.endsWith(sep))) {
    if (isRemote(path)) {
      throw new UsageError(`filter copies files of this machine: download ${path} first.`);
    }
    if (path === "-") {
      throw new UsageError("filter reads its files twice: give a file, not standard input (-).");
    }
    for (const place of (await isWacz(path)) ? await placesIn(path) : [path]) {
      const name = freeName(basename(place), names);
      names.add(name);
      files.push({ place, name, open: () => openPlace(place) });
    }
  }
  return files;
}

async function placesIn(path: string): Promise<string[]> {
  const places: string[] = [];
  for await (const found of packagesOf(path)) {
    if (found.kind === "damage") {
      throw new UsageError(`${found.source.file} cannot be copied: ${found.message}.`);
    }
    for (const member of found.warcs) places.push(placeOf(found, member));
  }
  return places;
}

/** Files of one name from several folders: the second is `2-name`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2, free = name; ; number += 1) {
    if (!taken.has(free)) return free;
    free = `${number}-${name}`;
  }
}
