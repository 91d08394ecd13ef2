import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { atExit } from "./at-exit.js";
import { isDead, thisProcess } from "./process-identity.js";
import { statsOf } from "./read-file.js";

/** Identifier of this machine that is safe in file names. */
const HOST = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/**
 * Returns the name under which the new content of a file is written first. It names the process, so that another one
 * knows what a killed process has left, and ends at random, so that nobody can place a link there in advance.
 */
export function nameBeside(path: string): string {
  const { pid, birth } = thisProcess();
  return `${path}.partial-${HOST}-${pid}-${birth}-${randomUUID().slice(0, 8)}`;
}

/** Removes what killed processes of this machine have left beside a file before renaming it. */
export function removeUnnamed(path: string): void {
  const start = `${basename(path)}.partial-${HOST}-`;
  try {
    for (const name of readdirSync(dirname(path))) {
      if (!name.startsWith(start)) continue;
      const [pid = "", birth = ""] = name.slice(start.length).split("-");
      if (isDead({ pid: Number(pid), host: hostname(), birth })) rmSync(join(dirname(path), name));
    }
  } catch {
    // The folder cannot be listed, or the file not removed, which does no harm.
  }
}

function modeOf(path: string): number | undefined {
  const stats = statsOf(path);
  return stats?.isFile() === true ? stats.mode & 0o777 : undefined;
}

/**
 * New content of a file, which is written under another name and takes the place of the file when it is complete. A link
 * at the path is replaced and not followed. What is no plain file, such as a device, gets its bytes as they come.
 */
export class NewFile {
  readonly #path: string;
  /** Name of the content before the commit. */
  readonly #written: string | undefined;
  readonly #file: number;
  readonly #forget: () => void;
  #isOpen = true;

  /** The file keeps its permissions unless `mode` gives others. */
  constructor(path: string, { mode = modeOf(path), isDevice = false } = {}) {
    this.#path = path;
    this.#written = isDevice ? undefined : nameBeside(path);
    this.#file = isDevice ? openSync(path, "w") : openSync(this.#written!, "wx", mode ?? 0o666);
    this.#forget = atExit(() => this.#remove());
    // The umask of the process may have removed some permissions.
    if (mode !== undefined) fchmodSync(this.#file, mode);
  }

  write(content: string | Uint8Array): void {
    const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
  }

  /** Waits until the content is on the disk. */
  async sync(): Promise<void> {
    await promisify(fsync)(this.#file);
  }

  /** Puts the content in the place of the file, unless it has been discarded. */
  commit(): void {
    if (!this.#isOpen) return;
    this.#close();
    if (this.#written !== undefined) renameSync(this.#written, this.#path);
    this.#forget();
  }

  discard(): void {
    this.#close();
    this.#remove();
    this.#forget();
  }

  #remove(): void {
    if (this.#written !== undefined) rmSync(this.#written, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }
}

/**
 * Creates or replaces a file atomically, and waits until it is on the disk. The file keeps its permissions unless `mode`
 * gives others.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>,
  mode?: number,
): Promise<void> {
  const file = new NewFile(path, { mode });
  try {
    if (typeof content === "string" || content instanceof Uint8Array) file.write(content);
    else for await (const part of content) file.write(part);
    await file.sync();
    file.commit();
  } catch (cause) {
    file.discard();
    throw cause;
  }
  // The renaming must be on the disk, too. Some systems cannot sync a folder.
  const folder = await open(dirname(path), "r").catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
