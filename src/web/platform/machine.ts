import { md5, sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import type { Hash } from "../../base/platform/machine.js";

const algorithms: Readonly<Record<string, typeof md5 | typeof sha256>> = {
  md5,
  sha1,
  sha256,
  sha512,
};
const utf8 = new TextEncoder();

export function createHash(algorithm: string): Hash {
  const made = algorithms[algorithm]?.create();
  if (made === undefined) throw new Error(`there is no ${algorithm}`);
  function digest(): Buffer;
  function digest(form: "hex" | "base64"): string;
  function digest(form?: "hex" | "base64"): Buffer | string {
    const bytes = Buffer.from(made!.digest());
    return form === undefined ? bytes : bytes.toString(form);
  }
  const hash: Hash = {
    update(data) {
      made.update(typeof data === "string" ? utf8.encode(data) : data);
      return hash;
    },
    digest,
  };
  return hash;
}

export const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

const strict = new TextDecoder("utf-8", { fatal: true });

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export const latin1 = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString("latin1");

export function copyUnits(text: string, to: Uint16Array): void {
  for (let at = 0; at < text.length; at++) to[at] = text.charCodeAt(at);
}

export const systemMessage = (): undefined => undefined;

/** Heap limit in bytes that browsers set for a tab. */
export const heapLimit = (): number => 2 ** 32;

/** The bundle contains everything that would be required. */
export function createRequire(): never {
  throw new Error("nothing can be required in a browser");
}
