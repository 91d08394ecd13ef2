import type { SavedMemento } from "../write/entry.js";
import type { PicturesIndex } from "./pictures-index.js";

export interface ReportPictures {
  /** Returns the name of the file with the picture of a capture; `undefined` for a capture without a picture. */
  fileOf(memento: Pick<SavedMemento, "uriM" | "capture">): string | undefined;
  /** Absent if the pictures are embedded. */
  readonly addressOf?: (file: string) => string;
  /** Returns the content of an embedded file in base64. */
  readonly read?: (file: string) => Promise<string>;
  /** Sources of pictures for the Content-Security-Policy of the page. */
  readonly sources: readonly string[];
}

export function findPicture(
  { captures }: Pick<PicturesIndex, "captures">,
  isThere: (file: string) => boolean,
): ReportPictures["fileOf"] {
  const files = new Map<string, string>();
  for (const { uriM, record, file } of captures) {
    if (file === undefined || !isThere(file)) continue;
    files.set(`${record}\n${uriM}`, file);
    // Results without record identities get the first picture of their URI-M.
    if (!files.has(`\n${uriM}`)) files.set(`\n${uriM}`, file);
  }
  return ({ uriM, capture }) =>
    files.get(`${capture.recordId ?? ""}\n${uriM}`) ?? files.get(`\n${uriM}`);
}
