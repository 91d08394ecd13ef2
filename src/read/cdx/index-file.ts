import { damage, messageOf } from "../../base/errors.js";
import type { KeyRange } from "../../base/seed-match.js";
import { surt } from "../../base/uri.js";
import { linesOf, withoutMark } from "../warc/lines.js";
import { TroubleCount } from "../timemaps/document.js";
import type { RawFile } from "../warc/bytes.js";
import type { Loss } from "../warc/record-reader.js";
import { startsMember } from "../warc/record-start.js";
import { openPlace } from "../warc/wacz.js";
import { cdxKey } from "./key.js";
import { type IndexedCapture, lineReader, type ReadLine } from "./line.js";
import { type IndexLine, keyOf, LOOKED_AT, SortedText } from "./sorted-text.js";
import { unzipped } from "./unzipped.js";

/** One index: CDX or CDXJ, plain or gzip. */
export class CdxIndex {
  readonly place: string;
  /** Returns the path of a WARC file that the index names. */
  readonly find: (filename: string) => string | undefined;
  #trouble = new TroubleCount();
  #isSearchable: boolean | undefined;

  constructor(place: string, find: (filename: string) => string | undefined) {
    this.place = place;
    this.find = find;
  }

  /**
   * A sorted index is searched. Any other index is read as a whole, and may then yield captures of other keys too.
   * Damage is reported once per kind.
   */
  async *captures(ranges?: readonly KeyRange[]): AsyncGenerator<IndexedCapture | Loss> {
    this.#trouble = new TroubleCount();
    let file: RawFile | undefined;
    try {
      file = await openPlace(this.place);
      yield* this.#read(file, ranges);
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      this.#trouble.add("the index cannot be read", messageOf(cause));
    } finally {
      await file?.close();
    }
    for (const message of this.#trouble.lines()) yield damage(this.place, message);
  }

  async *#read(
    file: RawFile,
    ranges: readonly KeyRange[] | undefined,
  ): AsyncGenerator<IndexedCapture> {
    await file.bytes.ensure(LOOKED_AT);
    if (startsMember(file.bytes.window)) {
      const onTrouble = (message: string): void => this.#trouble.add("damage", message);
      yield* this.#parsed(linesOf(unzipped(file.bytes, onTrouble)));
      return;
    }
    const first = withoutMark(file.bytes.window.toString("utf8"))
      .split("\n", 1)[0]!
      .replace(/\r$/u, "");
    const readLine = lineReader(first);
    if (ranges === undefined || !(await this.#canSearch(file, readLine))) {
      file.bytes.returnTo(0);
      yield* this.#parsed(linesOf(file.bytes), readLine);
      return;
    }
    const text = new SortedText(file);
    for (const start of startsOf(ranges)) {
      yield* this.#parsed(stretch(text.from(start), start), readLine);
    }
  }

  async #canSearch(file: RawFile, readLine: ReadLine | undefined): Promise<boolean> {
    this.#isSearchable ??=
      readLine !== undefined &&
      hasSurtKeys(file.bytes.window, readLine) &&
      (await new SortedText(file).isSearchable());
    return this.#isSearchable;
  }

  async *#parsed(
    lines: AsyncIterable<IndexLine>,
    known?: ReadLine,
  ): AsyncGenerator<IndexedCapture> {
    let readLine = known;
    for await (const given of lines) {
      const line = given.line.replace(/\r$/u, "");
      if (line.trim() === "") continue;
      readLine ??= lineReader(line);
      const found = readLine?.(line) ?? (readLine === undefined ? "lines of no index" : undefined);
      if (typeof found === "string") this.#trouble.add(found, line);
      else if (found !== undefined) yield found;
    }
  }
}

const startsOf = (ranges: readonly KeyRange[]): string[] => [
  ...new Set(
    ranges.flatMap(({ equals, starts }) => [
      ...(equals === undefined ? [] : [`${equals} `]),
      ...starts,
    ]),
  ),
];

async function* stretch(lines: AsyncIterable<IndexLine>, start: string): AsyncGenerator<IndexLine> {
  for await (const line of lines) {
    if (line.line.startsWith(start)) yield line;
    else if (line.line > start) return;
  }
}

/**
 * Returns whether the keys of the first lines are those of {@link indexRanges}. Other keys cannot be searched
 * for.
 */
function hasSurtKeys(window: Buffer, readLine: ReadLine): boolean {
  const lines = window
    .toString("utf8", 0, 4 * LOOKED_AT)
    .split("\n")
    .slice(0, -1);
  let right = 0;
  let wrong = 0;
  for (const line of lines) {
    const capture = readLine(line.replace(/\r$/u, ""));
    if (typeof capture !== "object") continue;
    const key = keyOf(line);
    if (key === surt(capture.uriR) || key === cdxKey(capture.uriR)) right += 1;
    else wrong += 1;
  }
  return right > wrong;
}
