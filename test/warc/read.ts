import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InputItem } from "../../src/types.js";
import { readItems, type ReadContext } from "../../src/warc/read-items.js";

export type ReadOptions = Partial<Pick<ReadContext, "maxPageBytes" | "redirects">>;

/** The items of one file with these bytes; its path ends in `a.warc` whatever is in it. */
export async function readBytes(
  bytes: Uint8Array,
  options: ReadOptions = {},
): Promise<InputItem[]> {
  const folder = mkdtempSync(join(tmpdir(), "dot-warc-"));
  try {
    const path = join(folder, "a.warc");
    writeFileSync(path, bytes);
    return await readFiles([path], options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The items of files. */
export async function readFiles(
  paths: readonly string[],
  options: ReadOptions = {},
): Promise<InputItem[]> {
  const items: InputItem[] = [];
  const context: ReadContext = {
    signal: new AbortController().signal,
    maxPageBytes: 1 << 25,
    redirects: "follow",
    ...options,
  };
  for await (const item of readItems(paths, context)) items.push(item);
  return items;
}
