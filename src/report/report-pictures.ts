import type { SavedMemento } from "../write/entry.js";
import type { PicturesIndex } from "./pictures-index.js";

/** Pictures that a report shows. */
export interface ReportPictures {
  /** Returns the name of the file with the picture of a capture; `undefined` if there is none. */
  fileOf(memento: Pick<SavedMemento, "uriM" | "capture">): string | undefined;
  /** Returns the address of a file for the page; absent if pictures are embedded. */
  readonly addressOf?: (file: string) => string;
  /** Returns the content of a file that is embedded, in base64. */
  readonly read?: (file: string) => Promise<string>;
  /** Sources of pictures in the Content-Security-Policy of the page. */
  readonly sources: readonly string[];
}

/** Returns a function that finds the picture of a capture among the files that are there. */
export function findPicture(
  { captures }: Pick<PicturesIndex, "captures">,
  isThere: (file: string) => boolean,
): ReportPictures["fileOf"] {
  const files = new Map<string, string>();
  for (const { uriM, record, file } of captures) {
    if (file === undefined || !isThere(file)) continue;
    files.set(`${record}\n${uriM}`, file);
    // Results without the identity of the record take the first picture of their URI-M.
    if (!files.has(`\n${uriM}`)) files.set(`\n${uriM}`, file);
  }
  return ({ uriM, capture }) =>
    files.get(`${capture.recordId ?? ""}\n${uriM}`) ?? files.get(`\n${uriM}`);
}
