import { damage, messageOf } from "../../base/errors.js";
import type { KeyRange } from "../../base/seed-match.js";
import { surt } from "../../base/uri.js";
import { linesOf, withoutMark } from "../warc/lines.js";
import { TroubleCount } from "../timemaps/document.js";
import type { RawFile } from "../warc/bytes.js";
import type { Loss } from "../warc/record-reader.js";
import { startsMember } from "../warc/record-start.js";
import { openPlace } from "../warc/wacz.js";
import { blocksWith, Cluster, unzipped } from "./cluster.js";
import { cdxKey } from "./key.js";
import { type IndexedCapture, lineReader, type ReadLine } from "./line.js";
import { type IndexLine, keyOf, LOOKED_AT, SortedText } from "./sorted-text.js";

/** One index: CDX or CDXJ, plain or gzip, or the second level of a ZipNum cluster. */
export class CdxIndex {
  readonly place: string;
  /** Returns the path of a WARC file that the index names. `findPart` returns the path of a part of a cluster. */
  readonly find: (filename: string) => string | undefined;
  readonly findPart: (part: string) => string | undefined;
  #trouble = new TroubleCount();
  #isSearchable: boolean | undefined;

  constructor(
    place: string,
    find: (filename: string) => string | undefined,
    findPart: (part: string) => string | undefined,
  ) {
    this.place = place;
    this.find = find;
    this.findPart = findPart;
  }

  /**
   * A sorted index is searched. Any other index is read as a whole, and may then yield captures of other keys too.
   * Damage is reported once per kind, and once per block of a ZipNum cluster.
   */
  async *captures(ranges?: readonly KeyRange[]): AsyncGenerator<IndexedCapture | Loss> {
    this.#trouble = new TroubleCount();
    let file: RawFile | undefined;
    try {
      file = await openPlace(this.place);
      for await (const found of this.#read(file, ranges)) {
        file.progressed?.();
        yield found;
        file.progressed?.();
      }
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
  ): AsyncGenerator<IndexedCapture | Loss> {
    if (/\.(?:idx|summary)$/iu.test(this.place)) {
      yield* this.#readCluster(file, ranges);
      return;
    }
    await file.bytes.ensure(LOOKED_AT);
    if (startsMember(file.bytes.window)) {
      const onTrouble = (message: string): void => this.#trouble.add("damage", message);
      yield* this.#parsed(linesOf(unzipped(file.bytes, Infinity, onTrouble)));
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

  async *#readCluster(
    file: RawFile,
    ranges: readonly KeyRange[] | undefined,
  ): AsyncGenerator<IndexedCapture | Loss> {
    const cluster = new Cluster(this.place, this.findPart);
    if (ranges === undefined) {
      yield* this.#parsed(cluster.linesOf(linesOf(file.bytes)));
      return;
    }
    const text = new SortedText(file);
    const isSearchable = await text.isSearchable();
    for (const start of startsOf(ranges)) {
      if (!isSearchable) file.bytes.returnTo(0);
      const lines = isSearchable ? text.from(start) : linesOf(file.bytes);
      yield* this.#parsed(stretch(cluster.linesOf(blocksWith(lines, start)), start));
    }
  }

  async *#parsed(
    lines: AsyncIterable<IndexLine | Loss>,
    known?: ReadLine,
  ): AsyncGenerator<IndexedCapture | Loss> {
    let readLine = known;
    for await (const given of lines) {
      if ("kind" in given) {
        yield given;
        continue;
      }
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

async function* stretch(
  lines: AsyncIterable<IndexLine | Loss>,
  start: string,
): AsyncGenerator<IndexLine | Loss> {
  for await (const line of lines) {
    if ("kind" in line || line.line.startsWith(start)) yield line;
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
