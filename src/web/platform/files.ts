import { UnreadableError } from "../../base/errors.js";
import type { OpenFile } from "../../base/platform/files.js";

/** Files of the user by name. */
const given = new Map<string, File>();

export function giveFiles(files: ReadonlyMap<string, File>): void {
  for (const [name, file] of files) given.set(name, file);
}

const unreadable = (cause: unknown): Error =>
  new UnreadableError(cause instanceof Error ? cause.message : String(cause));

export function openFile(name: string): Promise<OpenFile> {
  const file = given.get(name);
  if (file === undefined) return Promise.reject(unreadable("no such file or directory"));
  return Promise.resolve({
    size: file.size,
    identity: `${file.size} ${file.lastModified}`,
    async read(position, count) {
      try {
        return Buffer.from(await file.slice(position, position + count).arrayBuffer());
      } catch (cause) {
        throw unreadable(cause);
      }
    },
    close: () => Promise.resolve(),
  });
}

/** There are no pipes here. */
export const openStream: typeof openFile = openFile;

/** All files are local. */
export const isRemote = (): boolean => false;

export const sizeOf = (name: string): number | undefined => given.get(name)?.size;

/** Synchronous reader that only workers of a browser have. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

export const bytesNow = (blob: Blob): Buffer =>
  Buffer.from(new FileReaderSync().readAsArrayBuffer(blob));

export function firstBytes(name: string, count: number): Buffer {
  const file = given.get(name);
  if (file === undefined) throw unreadable("no such file or directory");
  return bytesNow(file.slice(0, count));
}
