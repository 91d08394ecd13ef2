import { createReadStream, existsSync } from "node:fs";
import { type FileHandle, open, rename, rm, stat, truncate } from "node:fs/promises";
import { mediaType } from "../../mementos/content-type.js";
import { toFourteenDigits } from "../../mementos/datetime.js";
import { surt } from "../../mementos/uri.js";

/** Characters held in memory at a time. */
const RUN_CHARACTERS = 32 * 1024 * 1024;

/**
 * The whole lines of an ASCII file, one after the other, without their newlines; returns how many bytes follow the last
 * newline.
 */
export async function* linesOf(path: string): AsyncGenerator<string, number> {
  let rest = "";
  for await (const chunk of createReadStream(path, { encoding: "latin1" })) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  return rest.length;
}

/** Sorts the lines of an ASCII file bytewise, equal ones once, in bounded memory; the old file stands until it is done. */
export async function sortLines(
  path: string,
  runCharacters: number = RUN_CHARACTERS,
): Promise<void> {
  const runs: string[] = [];
  let lines: string[] = [];
  let characters = 0;
  const endRun = async (): Promise<void> => {
    const run = `${path}.run-${runs.length}`;
    runs.push(run);
    await writeLines(run, lines.sort());
    lines = [];
    characters = 0;
  };
  const sorted = `${path}.sorted`;
  try {
    for await (const line of linesOf(path)) {
      lines.push(line);
      characters += line.length;
      if (characters >= runCharacters) await endRun();
    }
    await writeLines(sorted, runs.length === 0 ? lines.sort() : (await endRun(), merged(runs)));
    await rename(sorted, path);
  } finally {
    for (const made of [sorted, ...runs]) await rm(made, { force: true });
  }
}

async function* merged(paths: readonly string[]): AsyncGenerator<string> {
  const heads: { line: string; rest: AsyncGenerator<string, number> }[] = [];
  for (const path of paths) {
    const rest = linesOf(path);
    const first = await rest.next();
    if (first.done !== true) heads.push({ line: first.value, rest });
  }
  while (heads.length > 0) {
    const least = heads.reduce((a, b) => (b.line < a.line ? b : a));
    yield least.line;
    const next = await least.rest.next();
    if (next.done === true) heads.splice(heads.indexOf(least), 1);
    else least.line = next.value;
  }
}

async function writeLines(
  path: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const file = await open(path, "w");
  try {
    let last: string | undefined;
    let text = "";
    for await (const line of lines) {
      if (line !== last) text += `${line}\n`;
      last = line;
      if (text.length < 1 << 16) continue;
      await file.write(text, null, "latin1");
      text = "";
    }
    await file.write(text, null, "latin1");
    await file.sync();
  } finally {
    await file.close();
  }
}
/** One line of the index: where the record of a URI stands. */
export interface CdxjLine {
  readonly uri: string;
  /** ISO 8601. */
  readonly fetchedAt: string;
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
  /** False when a later run should ask again. */
  readonly settled: boolean;
  /** Absent for failures. */
  readonly response?: {
    readonly status: number;
    readonly contentType: string | undefined;
    readonly digest: string;
  };
}

/** The line with its newline: SURT of the URI, 14 digits, and JSON with the names that other tools read. ASCII. */
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
    ...(line.settled ? {} : { settled: "false" }),
  };
  const json = JSON.stringify(fields).replace(/[^\x20-\x7e]/gu, (one) =>
    [...Array(one.length).keys()]
      .map((index) => `\\u${one.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
  return `${surt(line.uri)} ${toFourteenDigits(line.fetchedAt)} ${json}\n`;
}

/** What a fetcher needs of a line. */
export interface Place {
  readonly uri: string;
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
  readonly settled: boolean;
}

/** Reads a line; undefined when this program did not write it. */
export function readCdxjLine(line: string): Place | undefined {
  const start = line.indexOf("{");
  if (start === -1) return undefined;
  let fields: unknown;
  try {
    fields = JSON.parse(line.slice(start));
  } catch {
    return undefined;
  }
  if (typeof fields !== "object" || fields === null) return undefined;
  const text = (name: string): string => {
    const value: unknown = Object.getOwnPropertyDescriptor(fields, name)?.value;
    return typeof value === "string" ? value : "";
  };
  const [offset, length] = [whole(text("offset")), whole(text("length"))];
  const [uri, filename] = [text("url"), text("filename")];
  if (uri === "" || filename === "" || offset === undefined || length === undefined)
    return undefined;
  return { uri, filename, offset, length, settled: text("settled") !== "false" };
}

function whole(text: string): number | undefined {
  return /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}
/** A CDXJ file: appended to as a run goes on, in order once it is closed. */
export class CdxjFile {
  readonly #path: string;
  #file: FileHandle | undefined;
  #last = "";
  #sorted = true;

  constructor(path: string) {
    this.#path = path;
  }

  /** Hands over every whole line that is there. */
  async load(onLine: (line: string) => void): Promise<void> {
    if (!existsSync(this.#path)) return;
    const lines = linesOf(this.#path);
    for (;;) {
      const next = await lines.next();
      if (next.done === true) return;
      this.#note(next.value);
      onLine(next.value);
    }
  }

  /** Makes ready for appending: takes half a line off that a killed run left. */
  async openForAppending(): Promise<void> {
    if (existsSync(this.#path)) {
      const { size } = await stat(this.#path);
      await truncate(this.#path, size - (await bytesAfterLastLine(this.#path, size)));
    }
    this.#file = await open(this.#path, "a");
  }

  /** Appends lines at once, their newlines included. */
  async append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    for (const line of lines) this.#note(line.slice(0, -1));
    await this.#file!.write(lines.join(""), null, "latin1");
  }

  async sync(): Promise<void> {
    await this.#file?.datasync();
  }

  /** Closes the file, and puts its lines in order where they are not. */
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
