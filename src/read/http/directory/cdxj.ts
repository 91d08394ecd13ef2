import { existsSync } from "node:fs";
import { chmod, type FileHandle, open, rename, rm, stat, truncate } from "node:fs/promises";
import { cdxKey } from "../../../base/cdx-key.js";
import { mediaType } from "../../../base/content-type.js";
import { toFourteenDigits } from "../../../base/datetime.js";
import { parseObject } from "../../../base/json.js";
import { LineReader, LineWriter } from "../../../base/platform/line-files.js";
import { modeOf } from "../../../base/replace-file.js";
import { Shuffle } from "../../../base/shuffle.js";

const MEMORY_BYTES = 32 * 1024 * 1024;

/**
 * Sorts the lines of an ASCII file by bytes, in bounded memory, and removes duplicates. The old file is kept until the
 * sorted file is complete.
 */
export async function sortLines(path: string, memoryBytes = MEMORY_BYTES): Promise<void> {
  const sorted = `${path}.sorted`;
  await rm(sorted, { force: true });
  const shuffle = new Shuffle(memoryBytes);
  try {
    for (const line of linesOf(path)) shuffle.add(line);
    const writer = new LineWriter(sorted);
    let last: string | undefined;
    try {
      for (const line of shuffle.sorted()) if (line !== last) writer.write((last = line));
      writer.sync();
      const mode = modeOf(path);
      if (mode !== undefined) await chmod(sorted, mode);
    } finally {
      writer.close();
    }
    await rename(sorted, path);
  } finally {
    shuffle.close();
    await rm(sorted, { force: true });
  }
}

/** Yields the complete lines of a file without their newlines. */
function* linesOf(path: string): Generator<string> {
  const reader = new LineReader(path);
  try {
    yield* reader.lines();
  } finally {
    reader.close();
  }
}
export interface CdxjLine {
  readonly uri: string;
  /** Time in ISO 8601. */
  readonly fetchedAt: string;
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
  /** False if a later run should request the URI again. */
  readonly final: boolean;
  /** Absent for failures. */
  readonly response?: {
    readonly status: number;
    readonly contentType: string | undefined;
    readonly digest: string;
  };
}

/**
 * Returns the line with its newline, in ASCII: key of the URI, 14 digits, and JSON with the field names that other
 * tools read.
 */
export function writeCdxjLine(line: CdxjLine): string {
  const { response } = line;
  const fields = {
    url: line.uri,
    ...(response === undefined
      ? { mime: "application/warc-fields" }
      : {
          mime: mediaType(response.contentType) || "unk",
          status: String(response.status),
          digest: response.digest,
        }),
    length: String(line.length),
    offset: String(line.offset),
    filename: line.filename,
    ...(line.final ? {} : { settled: "false" }),
  };
  const json = JSON.stringify(fields).replace(/[^\x20-\x7e]/gu, (one) =>
    [...Array(one.length).keys()]
      .map((index) => `\\u${one.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
  return `${cdxKey(line.uri)} ${toFourteenDigits(line.fetchedAt)} ${json}\n`;
}

/** The part of a line that a fetcher reads. */
interface CdxjPlace {
  readonly uri: string;
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
  readonly final: boolean;
}

/** Returns `undefined` if this program did not write it. */
export function readCdxjLine(line: string): CdxjPlace | undefined {
  const fields = parseObject(line.slice(line.indexOf("{")));
  const text = (name: string): string => {
    const value = fields?.[name];
    return typeof value === "string" ? value : "";
  };
  const [offset, length] = [whole(text("offset")), whole(text("length"))];
  const [uri, filename] = [text("url"), text("filename")];
  if (uri === "" || filename === "" || offset === undefined || length === undefined) {
    return undefined;
  }
  return { uri, filename, offset, length, final: text("settled") !== "false" };
}

function whole(text: string): number | undefined {
  return /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}
/** Lines are appended during a run and sorted when the file is closed. */
export class CdxjFile {
  readonly #path: string;
  #file: FileHandle | undefined;
  #last = "";
  #sorted = true;

  constructor(path: string) {
    this.#path = path;
  }

  /** Calls `onLine` for every complete line of the file. */
  load(onLine: (line: string) => void): void {
    if (!existsSync(this.#path)) return;
    for (const line of linesOf(this.#path)) {
      this.#note(line);
      onLine(line);
    }
  }

  /** Removes an incomplete last line, which a killed run may leave. */
  async openForAppending(): Promise<void> {
    if (existsSync(this.#path)) {
      const { size } = await stat(this.#path);
      await truncate(this.#path, size - (await bytesAfterLastLine(this.#path, size)));
    }
    this.#file = await open(this.#path, "a");
  }

  async append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    for (const line of lines) this.#note(line.slice(0, -1));
    await this.#file!.write(lines.join(""), null, "latin1");
  }

  async sync(): Promise<void> {
    await this.#file?.datasync();
  }

  /** Closes the file, and sorts its lines unless they are already in order. */
  async close(): Promise<void> {
    if (this.#file === undefined) return;
    await this.#file.sync();
    await this.#file.close();
    this.#file = undefined;
    if (!this.#sorted) await sortLines(this.#path);
    this.#sorted = true;
  }

  #note(line: string): void {
    if (line < this.#last) this.#sorted = false;
    this.#last = line;
  }
}

async function bytesAfterLastLine(path: string, size: number): Promise<number> {
  const file = await open(path, "r");
  try {
    const window = 4096;
    for (let end = size; end > 0; end -= window) {
      const start = Math.max(0, end - window);
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(end - start),
        0,
        end - start,
        start,
      );
      const newline = buffer.subarray(0, bytesRead).lastIndexOf(0x0a);
      if (newline !== -1) return size - (start + newline + 1);
    }
    return size;
  } finally {
    await file.close();
  }
}
