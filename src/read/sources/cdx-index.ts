import { cdxKey } from "../../base/cdx-key.js";
import { damage, messageOf } from "../../base/errors.js";
import { parseObject } from "../../base/json.js";
import type { Stretch } from "../../base/platform/files.js";
import type { KeyRange } from "../../base/seed-match.js";
import { surt } from "../../base/uri.js";
import { excerpt, TroubleCount } from "../timemaps/document.js";
import { ByteWindow, type RawFile } from "../warc/bytes.js";
import { type GzipMember, openMember } from "../warc/gzip-member.js";
import type { Loss } from "../warc/record-reader.js";
import { startsMember } from "../warc/record-start.js";
import { openPlace } from "../warc/wacz.js";
import { type IndexedCapture, lineReader, type ReadLine } from "./cdx-line.js";
import { linesOf, withoutMark } from "./pages-jsonl.js";

/** Size in bytes below which an index is read as a whole instead of being searched. */
const LEAST_SEARCHED = 1 << 20;
/** Size in bytes of the last step of a search, which is read line by line. */
const STRETCH = 1 << 16;
/** Number of bytes of a line that are compared. All keys are shorter. */
const LOOKED_AT = 1 << 13;
/**
 * Numbers of positions at which the order of an index is tested before a search. The second number is for remote files,
 * because each position costs a request.
 */
const PROBES = [64, 8] as const;

interface IndexLine {
  readonly line: string;
  readonly offset: number;
}

const keyOf = (line: string): string => line.slice(0, /[ \t]/u.exec(line)?.index);

/** A text whose lines are sorted by bytes, searched in place. */
class SortedText {
  readonly #file: RawFile;

  constructor(file: RawFile) {
    this.#file = file;
  }

  /**
   * Returns false if the text cannot be read from any position, or if its lines are not sorted as far as they were
   * tested.
   */
  async isSearchable(): Promise<boolean> {
    const { bytes, size = 0, stretch } = this.#file;
    const probes = PROBES[stretch === undefined ? 0 : 1];
    if (size < LEAST_SEARCHED || !bytes.returnTo(size)) return false;
    const keys: string[] = [];
    for (let probe = 0; probe < probes; probe += 1) {
      const at = await this.#lineStart(Math.floor((size / probes) * probe));
      if (at !== undefined) keys.push(keyOf(await this.#textAt(at)));
    }
    return keys.every((key, i) => i === 0 || keys[i - 1]! <= key);
  }

  /** Yields the lines from the last line before `start`. Yielding may begin even earlier. */
  async *from(start: string): AsyncGenerator<IndexLine> {
    let low = 0;
    let high = this.#file.size ?? 0;
    while (high - low > STRETCH) {
      const middle = Math.floor((low + high) / 2);
      const at = await this.#lineStart(middle);
      if (at !== undefined && at < high && (await this.#textAt(at)) < start) low = at;
      else high = middle;
    }
    this.#file.bytes.returnTo(low);
    yield* linesOf(this.#file.bytes);
  }

  /** Returns the start of the first line after a position. Returns `undefined` if there is none. */
  async #lineStart(position: number): Promise<number | undefined> {
    for (let count = LOOKED_AT; count <= LEAST_SEARCHED; count *= 4) {
      const seen = await this.#read(position, count);
      const end = seen.indexOf("\n");
      if (end >= 0 && end + 1 < seen.length) return position + end + 1;
      if (seen.length < count) return undefined;
    }
    return undefined;
  }

  async #textAt(position: number): Promise<string> {
    return (await this.#read(position, LOOKED_AT)).toString("latin1");
  }

  async #read(position: number, count: number): Promise<Buffer> {
    const { bytes } = this.#file;
    if (bytes.position !== 0) bytes.returnTo(0);
    return (await bytes.lookAhead(position, count)) ?? Buffer.alloc(0);
  }
}

/** Decompresses consecutive gzip members up to a position of the file. */
function unzipped(raw: ByteWindow, end: number, onTrouble: (message: string) => void): ByteWindow {
  let member: GzipMember | undefined;
  return new ByteWindow({
    async pull() {
      for (;;) {
        if (member === undefined) {
          if (raw.position >= end) return undefined;
          if (!(await raw.ensure(1))) {
            if (end !== Infinity) onTrouble(`the file ends before byte ${end}`);
            return undefined;
          }
          member = await openMember(raw);
          if (member === undefined) {
            onTrouble("its gzip header is damaged or cut off");
            return undefined;
          }
        }
        const { bytes } = member;
        if (await bytes.ensure(1)) {
          const chunk = bytes.window;
          bytes.consume(chunk.length);
          return chunk;
        }
        const trouble = await member.finish();
        if (trouble !== undefined) onTrouble(trouble.message);
        if (trouble?.isLost === true) return undefined;
        member = undefined;
      }
    },
  });
}

/** A line of the second level of a ZipNum cluster. It has the range of a part that begins with a key. */
interface ClusterBlock {
  readonly part: string;
  readonly offset: number;
  readonly length: number;
}

/** Returns `undefined` if it names no range of a part. */
function blockOf(line: string, usualPart: string): ClusterBlock | undefined {
  const [, json] = /^\S+ \d+ (\{.*)$/su.exec(line) ?? [];
  const fields = json === undefined ? undefined : parseObject(json);
  const [, part, ...numbers] =
    fields === undefined
      ? line.split("\t")
      : [line, fields["filename"] ?? usualPart, fields["offset"], fields["length"]];
  const [offset, length] = numbers.map((text) =>
    /^\d{1,15}$/u.test(String(text)) ? Number(text) : NaN,
  );
  return typeof part === "string" && offset! >= 0 && length! > 0
    ? { part, offset: offset!, length: length! }
    : undefined;
}

/** Returns the key and date with which a block begins: `com,example)/ 20100101000000`. */
const firstKeyOf = (line: string): string => excerpt(/^\S*(?: \d+)?/u.exec(line)?.[0] ?? line);

/** Opens the parts of a cluster one at a time, because neighbouring blocks are in the same file. */
class ClusterParts {
  #open: { readonly place: string; readonly file: RawFile } | undefined;
  /** Errors of parts that cannot be opened. Another attempt may cost another request. */
  readonly #failures = new Map<string, Error>();

  /** Returns the bytes of a part from the beginning of a block on. */
  async bytesOf(place: string, { offset, length }: ClusterBlock): Promise<ByteWindow> {
    const to = offset + length;
    if (this.#open?.place !== place) await this.#reopen(place, { from: offset, to });
    this.#open!.file.progressed?.();
    const near = await this.#open!.file.stretch?.({ from: offset, to });
    if (near !== undefined) return near;
    // A compressed part can only be read forward.
    if (!this.#open!.file.bytes.returnTo(offset)) {
      if (this.#open!.file.bytes.position > offset) await this.#reopen(place);
      const { bytes } = this.#open!.file;
      await bytes.skip(offset - bytes.position);
    }
    return this.#open!.file.bytes;
  }

  async close(): Promise<void> {
    await this.#open?.file.close();
    this.#open = undefined;
  }

  async #reopen(place: string, first?: Stretch): Promise<void> {
    await this.close();
    const failure = this.#failures.get(place);
    if (failure !== undefined) throw failure;
    try {
      this.#open = { place, file: await openPlace(place, first) };
    } catch (cause) {
      if (cause instanceof Error) this.#failures.set(place, cause);
      throw cause;
    }
  }
}

/** One index: CDX or CDXJ, plain or gzip, or the second level of a ZipNum cluster. */
export class CdxIndex {
  readonly place: string;
  /** Returns the path of a WARC file that the index names. `findPart` returns the path of a part of a cluster. */
  readonly find: (filename: string) => string | undefined;
  readonly findPart: (part: string) => string | undefined;
  #trouble = new TroubleCount();
  /**
   * Lines of the second level whose blocks have already been reported, because searches for several keys may need the
   * same block.
   */
  #lost = new Set<string>();
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
    this.#lost = new Set();
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
    if (ranges === undefined) {
      yield* this.#parsed(this.#blocks(linesOf(file.bytes)));
      return;
    }
    const text = new SortedText(file);
    const isSearchable = await text.isSearchable();
    for (const start of startsOf(ranges)) {
      if (!isSearchable) file.bytes.returnTo(0);
      const lines = isSearchable ? text.from(start) : linesOf(file.bytes);
      yield* this.#parsed(stretch(this.#blocks(blocksWith(lines, start)), start));
    }
  }

  /** Yields the lines of the blocks that second-level lines name. An incomplete block is reported as a loss. */
  async *#blocks(lines: AsyncIterable<IndexLine>): AsyncGenerator<IndexLine | Loss> {
    let usualPart = this.#usualPart();
    const parts = new ClusterParts();
    try {
      for await (const { line } of lines) {
        if (line.startsWith("!")) {
          const named = parseObject(line.slice(line.indexOf("{")))?.["filename"];
          if (typeof named === "string") usualPart = named;
          continue;
        }
        const block = blockOf(line, usualPart);
        const place = block === undefined ? undefined : this.findPart(block.part);
        let why: string | undefined;
        if (block === undefined) why = "its line names no bytes of a part";
        else if (place === undefined) why = `there is no part ${excerpt(block.part)}`;
        else {
          try {
            const bytes = await parts.bytesOf(place, block);
            const end = block.offset + block.length;
            let key: string | undefined;
            for await (const each of linesOf(
              unzipped(bytes, end, (message) => (why ??= message)),
            )) {
              if (!/^[! ]/u.test(each.line)) key ??= keyOf(each.line);
              yield each;
            }
            // The line of the second level points to another block.
            if (key !== keyOf(line)) why ??= "the bytes there begin with another key";
          } catch (cause) {
            if (!(cause instanceof Error)) throw cause;
            why = messageOf(cause);
          }
        }
        if (why === undefined || this.#lost.has(line)) continue;
        this.#lost.add(line);
        const source = { file: place ?? this.place, offset: block?.offset ?? 0 };
        yield damage(
          source,
          `the block that begins with ${firstKeyOf(line)} cannot be read whole: ${why}`,
        );
      }
    } finally {
      await parts.close();
    }
  }

  /**
   * Name of the part for lines without one: `index.cdx.gz` for `index.idx`, as in a WACZ. The header of the index
   * contains the name too, but a search may skip the header.
   */
  #usualPart(): string {
    const name = this.place.slice(this.place.lastIndexOf("/") + 1);
    return name.replace(/\.\w+$/u, ".cdx.gz");
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

/** Yields the second-level lines whose blocks may have lines that begin with `start`. */
async function* blocksWith(
  lines: AsyncIterable<IndexLine>,
  start: string,
): AsyncGenerator<IndexLine> {
  let before: IndexLine | undefined;
  for await (const line of lines) {
    if (line.line.startsWith("!")) yield line;
    else if (line.line < start) before = line;
    else {
      if (before !== undefined) yield before;
      before = undefined;
      if (!line.line.startsWith(start)) return;
      yield line;
    }
  }
  if (before !== undefined) yield before;
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
