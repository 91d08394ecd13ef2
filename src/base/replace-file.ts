import { randomUUID } from "node:crypto";
import { open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { statsOf } from "./read-file.js";

export function modeOf(path: string): number | undefined {
  const stats = statsOf(path);
  return stats?.isFile() === true ? stats.mode & 0o777 : undefined;
}

/**
 * Returns the name under which the new content of a file is written first. It is random so that nobody can place a link
 * there in advance.
 */
export const nameBeside = (path: string): string => `${path}.${randomUUID()}.new`;

const BESIDE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.new$/u;

/** New content of a file. It is on the disk under another name. */
export interface PreparedFile {
  /** Creates or replaces the file atomically. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Creates or replaces a file atomically. The content is written to the disk under another name, which is then renamed.
 * The file keeps its permissions unless `mode` gives others. A link at the path is replaced and not followed.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array | Readable,
  mode?: number,
): Promise<void> {
  const prepared = await prepareFile(path, content, mode);
  await prepared.commit();
}

/** The file itself changes at the commit. */
export async function prepareFile(
  path: string,
  content: string | Uint8Array | Readable,
  mode: number | undefined = modeOf(path),
): Promise<PreparedFile> {
  const written = nameBeside(path);
  const discard = (): Promise<void> => rm(written, { force: true });
  try {
    const file = await open(written, "wx", mode ?? 0o666);
    try {
      // The umask of the process may have removed some permissions.
      if (mode !== undefined) await file.chmod(mode);
      await writeFile(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (cause) {
    await discard();
    throw cause;
  }
  return {
    discard,
    async commit() {
      try {
        await rename(written, path);
      } catch (cause) {
        await discard();
        throw cause;
      }
      await syncFolder(dirname(path));
    },
  };
}

/** Waits until the renaming is on the disk. Some systems cannot sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  const file = await open(folder, "r").catch(() => undefined);
  await file?.sync().catch(() => undefined);
  await file?.close();
}

/**
 * Removes files that killed processes have left next to a file before renaming them. Only the holder of the file's lock
 * may call this.
 */
export async function removeUnnamed(path: string): Promise<void> {
  const start = `${basename(path)}.`;
  // The folder may not be readable.
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names) {
    const isUnnamed = name.startsWith(start) && BESIDE.test(name.slice(start.length));
    if (isUnnamed) await rm(join(dirname(path), name), { force: true });
  }
}
