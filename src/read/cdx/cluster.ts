import { damage, messageOf } from "../../base/errors.js";
import { parseObject } from "../../base/json.js";
import type { Stretch } from "../../base/platform/files.js";
import { linesOf } from "../warc/lines.js";
import { excerpt } from "../timemaps/document.js";
import { ByteWindow, type RawFile } from "../warc/bytes.js";
import { type GzipMember, openMember } from "../warc/gzip-member.js";
import type { Loss } from "../warc/record-reader.js";
import { openPlace } from "../warc/wacz.js";
import { bytesOf } from "./line.js";
import { type IndexLine, keyOf } from "./sorted-text.js";

/** Decompresses consecutive gzip members up to a position of the file. */
export function unzipped(
  raw: ByteWindow,
  end: number,
  onTrouble: (message: string) => void,
): ByteWindow {
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
  const [offset, length = 0] = numbers.map((text) => bytesOf(String(text)));
  return typeof part === "string" && offset !== undefined && length > 0
    ? { part, offset, length }
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

/** A ZipNum cluster: the parts that the lines of its second level name. */
export class Cluster {
  readonly #place: string;
  /** Returns the path of a part. */
  readonly #findPart: (part: string) => string | undefined;
  /**
   * Lines of the second level whose blocks have already been reported, because searches for several keys may need the
   * same block.
   */
  readonly #lost = new Set<string>();

  constructor(place: string, findPart: (part: string) => string | undefined) {
    this.#place = place;
    this.#findPart = findPart;
  }

  /** Yields the lines of the blocks that second-level lines name. An incomplete block is reported as a loss. */
  async *linesOf(lines: AsyncIterable<IndexLine>): AsyncGenerator<IndexLine | Loss> {
    // The header of the index names the part too, but a search may skip the header. A WACZ names it so.
    const name = this.#place.slice(this.#place.lastIndexOf("/") + 1);
    let usualPart = name.replace(/\.\w+$/u, ".cdx.gz");
    const parts = new ClusterParts();
    try {
      for await (const { line } of lines) {
        if (line.startsWith("!")) {
          const named = parseObject(line.slice(line.indexOf("{")))?.["filename"];
          if (typeof named === "string") usualPart = named;
          continue;
        }
        const block = blockOf(line, usualPart);
        const place = block === undefined ? undefined : this.#findPart(block.part);
        let why: string | undefined;
        if (block === undefined) why = "its line names no bytes of a part";
        else if (place === undefined) why = `there is no part ${excerpt(block.part)}`;
        else {
          try {
            const bytes = await parts.bytesOf(place, block);
            const end = block.offset + block.length;
            let key: string | undefined;
            const onTrouble = (message: string): void => void (why ??= message);
            for await (const each of linesOf(unzipped(bytes, end, onTrouble))) {
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
        const source = { file: place ?? this.#place, offset: block?.offset ?? 0 };
        yield damage(
          source,
          `the block that begins with ${firstKeyOf(line)} cannot be read whole: ${why}`,
        );
      }
    } finally {
      await parts.close();
    }
  }
}

/** Yields the second-level lines whose blocks may have lines that begin with `start`. */
export async function* blocksWith(
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
