import { stat } from "node:fs/promises";
import type { InputContext, InputItem } from "../types.js";
import { itemsOf } from "./items.js";
import { readWarc } from "./read-warc.js";

/** What {@link readItems} needs of an input's context. */
export type ReadContext = Pick<
  InputContext,
  "signal" | "maxPageBytes" | "redirects" | "onProgress"
>;

/**
 * Every record of WARC and ARC files, one after the other, as an input yields it. Files that cannot be read are damage;
 * throws only when it is aborted.
 */
export async function* readItems(
  files: readonly string[],
  context: ReadContext,
): AsyncGenerator<InputItem, void, undefined> {
  const { signal, onProgress } = context;
  const bytesTotal = await totalSize(files);
  let before = 0;
  for (const file of files) {
    let bytesOfFile = 0;
    const onBytes = (bytesRead: number): void => {
      bytesOfFile = bytesRead;
      onProgress?.({
        bytesRead: before + bytesRead,
        ...(bytesTotal !== undefined && { bytesTotal }),
      });
    };
    for await (const event of readWarc(file, onBytes)) {
      signal.throwIfAborted();
      if (event.kind === "damage") yield event;
      else for (const item of await itemsOf(event.record, context)) yield item;
    }
    before += bytesOfFile;
  }
}

/** Undefined when one of them is a stream, or has gone. */
async function totalSize(files: readonly string[]): Promise<number | undefined> {
  const sizes = await Promise.all(files.map(sizeOf));
  return sizes.reduce<number | undefined>(
    (sum, size) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
}

async function sizeOf(file: string): Promise<number | undefined> {
  if (file === "-") return undefined;
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : undefined;
  } catch {
    // Reading it will say what is wrong with it.
    return undefined;
  }
}
