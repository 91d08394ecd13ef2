import { bytesNow } from "../platform/files.js";

/** A temporary file. The functions of node:fs in this module store such files as blobs, which browsers keep on disk. */

interface Temporary {
  blob: Blob;
  pending: Uint8Array<ArrayBuffer>[];
}

const opened: (Temporary | undefined)[] = [];

export const mkdtempSync = (name: string): string => name;

export const openSync = (): number => opened.push({ blob: new Blob(), pending: [] }) - 1;

function fileOf(number: number): Temporary {
  const file = opened[number];
  if (file === undefined) throw new Error("a temporary file is closed");
  return file;
}

export function writeSync(number: number, bytes: Uint8Array, from: number, length: number): number {
  fileOf(number).pending.push(Uint8Array.from(bytes.subarray(from, from + length)));
  return length;
}

export function readSync(
  number: number,
  into: Uint8Array,
  offset: number,
  length: number,
  position: number,
): number {
  const file = fileOf(number);
  if (file.pending.length > 0) {
    file.blob = new Blob([file.blob, ...file.pending]);
    file.pending = [];
  }
  const bytes = bytesNow(file.blob.slice(position, position + length));
  into.set(bytes, offset);
  return bytes.length;
}

export function closeSync(number: number): void {
  opened[number] = undefined;
}

export function rmSync(): void {
  // A file is gone once it is closed.
}
