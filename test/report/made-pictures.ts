import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatPicturesIndex } from "../../src/report/pictures-index.js";

/** WebP picture of one pixel. */
const WEBP = Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64");

/** Makes a folder of pictures, one for each URI-M; returns its path. `bytes` is the content of the picture files. */
export function makePictures(
  folder: string,
  uriMs: readonly string[],
  bytes: Uint8Array = WEBP,
): string {
  mkdirSync(folder);
  const captures = uriMs.map((uriM) => {
    const file = `${createHash("sha256").update(uriM).digest("hex").slice(0, 32)}.webp`;
    writeFileSync(join(folder, file), bytes);
    return { uriM, record: "", file, width: 480, height: 360, from: "browser" as const };
  });
  const index = formatPicturesIndex({ software: "a test", scripts: false, captures });
  writeFileSync(join(folder, "pictures.json"), index);
  return folder;
}
