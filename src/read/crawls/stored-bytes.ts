import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../base/platform/line-files.js";

/** Position of stored bytes. */
export interface Stored {
  readonly offset: number;
  readonly length: number;
}

/** Bytes in a temporary file, which is removed by `close`. */
export class StoredBytes {
  readonly #folder: string;
  readonly #file: number;
  #end = 0;

  constructor(name: string) {
    this.#folder = temporaryFolder(`${name}-`);
    this.#file = openSync(join(this.#folder, name), "wx+", 0o600);
  }

  add(bytes: Uint8Array): Stored {
    const { length } = bytes;
    const offset = this.#end;
    for (let written = 0; written < length;) {
      written += writeSync(this.#file, bytes, written, length - written);
    }
    this.#end += length;
    return { offset, length };
  }

  read({ offset, length }: Stored): Buffer {
    const bytes = Buffer.alloc(length);
    for (let read = 0; read < length;) {
      const count = readSync(this.#file, bytes, read, length - read, offset + read);
      if (count === 0) throw new Error("a temporary file ends too early");
      read += count;
    }
    return bytes;
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
