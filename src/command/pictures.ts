import { copyFile, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { UsageError, whyUnreadable } from "../base/errors.js";
import { PICTURES_INDEX, parsePicturesIndex } from "../report/pictures-index.js";
import { findPicture, type ReportPictures } from "../report/report-pictures.js";
import type { SavedMemento } from "../write/entry.js";

/**
 * Maximum total size, in bytes, of the pictures inside a report. A browser reads the whole file before it shows the
 * first page, and mail servers refuse larger attachments.
 */
const MOST_EMBEDDED = 50_000_000;

/** A folder that the command `pictures` has made. */
interface PictureFolder {
  /** Returns the content of a picture; `undefined` if the folder has no picture with this name. */
  readFile(name: string): Promise<Uint8Array> | undefined;
  /** Returns the pictures for a served page. The server has them at an address under the address of the page. */
  forServer(address: string, homeUrl: string): ReportPictures;
  /** The pictures are embedded, or copied to a folder beside the report if they are too large. */
  forReport(mementos: readonly SavedMemento[], output: string | undefined): Promise<ReportPictures>;
}

/** Throws a `UsageError` for other folders. */
export async function openPictures(folder: string): Promise<PictureFolder> {
  const file = join(folder, PICTURES_INDEX);
  const [index, there] = await Promise.all([
    readFile(file, "utf8"),
    readdir(folder, { withFileTypes: true }),
  ]).catch((cause: unknown) => {
    throw new UsageError(
      `--pictures ${folder} cannot be read: ${whyUnreadable(cause)}. Make the folder with detect_off_topic pictures.`,
      { cause },
    );
  });
  const names = new Set(there.filter((each) => each.isFile()).map(({ name }) => name));
  const fileOf = findPicture(parsePicturesIndex(index, file), (name) => names.has(name));
  const pathOf = (name: string): string => join(folder, name);
  const read = (name: string): Promise<string> => readFile(pathOf(name), "base64");
  return {
    readFile: (name) =>
      names.has(name) && name.endsWith(".webp") ? readFile(pathOf(name)) : undefined,
    forServer: (address, homeUrl) => ({
      ...{ fileOf, sources: [`${homeUrl}${address}`] },
      addressOf: (name) => `${address}${name}`,
    }),
    async forReport(mementos, output) {
      const used = [...new Set(mementos.flatMap((memento) => fileOf(memento) ?? []))];
      let size = 0;
      for (const name of used) size += (await stat(pathOf(name))).size;
      if (size <= MOST_EMBEDDED) return { fileOf, read, sources: ["data:"] };
      if (output === undefined || output === "-") {
        throw new UsageError(
          "the pictures are too large for one file, so they are written to a folder beside the report. Give -o FILE.",
        );
      }
      const beside = `${basename(output, extname(output))}-pictures`;
      await mkdir(join(dirname(output), beside), { recursive: true });
      for (const name of used) await copyFile(pathOf(name), join(dirname(output), beside, name));
      const addressOf = (name: string): string => `${encodeURIComponent(beside)}/${name}`;
      return { fileOf, addressOf, sources: ["'self'", "file:"] };
    },
  };
}
