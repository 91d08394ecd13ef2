/**
 * Functions that the core needs from its platform, so that the core imports nothing of Node itself. This file is for
 * Node, and src/web/platform has its counterpart for browsers.
 */
import * as crypto from "node:crypto";
import { getSystemErrorMap } from "node:util";
import { getHeapStatistics } from "node:v8";

export { isAscii, isUtf8 } from "node:buffer";
export { createRequire } from "node:module";

export interface Hash {
  update(data: string | Uint8Array): Hash;
  digest(): Buffer;
  digest(form: "hex" | "base64"): string;
}

/** Starts a digest: md5, sha1, sha256 or sha512. */
export const createHash: (algorithm: string) => Hash = crypto.createHash;

/** Decodes ISO 8859-1: each byte becomes the character with its number. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

/** Copies the UTF-16 code units of a text into an array that is at least as long. */
export function copyUnits(text: string, to: Uint16Array): void {
  if (isLittleEndian) Buffer.from(to.buffer, to.byteOffset, to.byteLength).write(text, "utf16le");
  else for (let at = 0; at < text.length; at++) to[at] = text.charCodeAt(at);
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

export const systemMessage = (errno: number): string | undefined =>
  getSystemErrorMap().get(errno)?.[1];

/** Returns the heap limit of this thread in bytes. */
export const heapLimit = (): number => getHeapStatistics().heap_size_limit;
