import { basename } from "node:path";
import { isObject, jsonLine, type JsonRecord, parseObject } from "../../base/json.js";
import { printable } from "../../base/text.js";
import { unzipped } from "../../read/cdx/unzipped.js";
import { splitCdxj } from "../../read/cdx/line.js";
import { timeOfPage } from "../../read/crawls/page-dates.js";
import { PAGE_LIST } from "../../read/crawls/pages-jsonl.js";
import type { ByteWindow } from "../../read/warc/bytes.js";
import { linesOf } from "../../read/warc/lines.js";
import { startsMember } from "../../read/warc/record-start.js";
import {
  documentOf,
  openPlace,
  PACKAGE,
  PACKAGE_DIGEST,
  packagesOf,
  placeOf,
  type WaczPackage,
} from "../../read/warc/wacz.js";
import { isMarkUri } from "../../write/marks.js";
import { type FormerPackage, MARK } from "./collection.js";
import type { Moved } from "./copy-marked.js";
import type { Marks } from "./marks.js";

/** A file of the package in the copy. */
export interface MovedFile extends Pick<Moved, "offset"> {
  readonly place: string;
  /** Undefined if it is not in the copy. */
  readonly name: string | undefined;
}

interface PackageOptions {
  readonly marks: Marks;
  readonly moved: readonly MovedFile[];
  /** Receives what is not copied, with the reason. */
  readonly onLoss: (message: string) => void;
}

const INDEX = /^indexes\/.*\.(?:cdxj?|idx)(?:\.gz)?$/iu;
const LINES = /\.cdxj?(?:\.gz)?$/iu;

/** Returns everything of a WACZ except its WARC files, with verdicts in its page lists and new offsets in its index. */
export async function formerPackage(
  path: string,
  { marks, moved, onLoss }: PackageOptions,
): Promise<FormerPackage | undefined> {
  for await (const pack of packagesOf(path)) {
    if (pack.kind === "damage") continue;
    const document = await documentOf(pack);
    const { signedData } = (await documentOf(pack, PACKAGE_DIGEST)) ?? {};
    if (signedData !== undefined)
      onLoss(`the copy has no signature: that of ${path} is of other bytes`);
    const warcs = new Set(pack.warcs.map(({ name }) => name));
    const others = pack.zip.members.filter(
      ({ name }) => !warcs.has(name) && !INDEX.test(name) && !WRITTEN.has(name),
    );
    const indexes = pack.zip.members.filter(({ name }) => INDEX.test(name) && LINES.test(name));
    return {
      about: takenOver(document, (what) => onLoss(`${what} of ${path} is not in the copy`)),
      async *files() {
        const taken = new Set([...WRITTEN, ...moved.map(({ name }) => `archive/${name ?? ""}`)]);
        for (const member of others) {
          const why = member.unreadable ?? whyNoFile(member.name, taken);
          if (why !== undefined) {
            onLoss(`${printable(member.name)} of ${path} is not in the copy: ${why}`);
            continue;
          }
          const file = await openPlace(placeOf(pack, member));
          try {
            const bytes = PAGE_LIST.test(member.name)
              ? markedLines(file.bytes, marks)
              : chunksOf(file.bytes);
            yield { path: member.name, bytes };
            const trouble = await file.trouble?.();
            if (trouble !== undefined) onLoss(`${member.name} of ${path} is damaged: ${trouble}`);
          } finally {
            await file.close();
          }
        }
      },
      index: (linesOfFile) =>
        movedIndex(
          indexes.map((each) => placeOf(pack, each)),
          moved,
          pack,
          linesOfFile,
        ),
    };
  }
  return undefined;
}

const WRITTEN: ReadonlySet<string> = new Set([PACKAGE, PACKAGE_DIGEST]);

/** Maximum length of a name and of a path of other files, in bytes, that file systems allow. */
const LONGEST_NAME = 200;
const LONGEST_PATH = 1000;

/**
 * Returns why a member of a zip cannot be a file of the copy. Its name can be any text. `taken` has the files until now,
 * and with a slash their folders.
 */
function whyNoFile(name: string, taken: Set<string>): string | undefined {
  const steps = name.split("/");
  const isSafe =
    Buffer.byteLength(name) <= LONGEST_PATH &&
    printable(name) === name &&
    !name.includes("\\") &&
    steps.every((step) => !/^\.{0,2}$/u.test(step) && Buffer.byteLength(step) <= LONGEST_NAME);
  if (!isSafe) return "its name cannot be that of a file";
  const folders = steps.slice(1).map((_, i) => steps.slice(0, i + 1).join("/"));
  const isTaken = taken.has(name) || taken.has(`${name}/`) || OWN_FOLDERS.has(name);
  if (isTaken || folders.some((folder) => taken.has(folder))) return "another file has its name";
  taken.add(name);
  for (const folder of folders) taken.add(`${folder}/`);
  return undefined;
}

const OWN_FOLDERS: ReadonlySet<string> = new Set(["archive", "indexes", "pages"]);

/** The members of datapackage.json that say something of the collection, and not of the files or their digests. */
function takenOver(document: JsonRecord = {}, onLoss: (what: string) => void): JsonRecord {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(document)) {
    if (OF_FILES.has(name)) continue;
    try {
      JSON.stringify(value);
      kept[name] = value;
    } catch {
      onLoss(`${printable(name)} in ${PACKAGE}`);
    }
  }
  return kept;
}

const OF_FILES: ReadonlySet<string> = new Set([
  ...["profile", "wacz_version", "software", "created", "modified", "resources", "__proto__"],
]);

const STEP = 1 << 18;

async function* chunksOf(bytes: ByteWindow): AsyncGenerator<Uint8Array> {
  while (await bytes.ensure(1)) {
    const chunk = bytes.window.subarray(0, STEP);
    yield chunk;
    bytes.consume(chunk.length);
  }
}

/** Maximum size in bytes of a line of a page list that is read. A longer one is copied. */
const LONGEST_LINE = 1 << 24;
const NEWLINE = 0x0a;

/** Yields the bytes of a page list, in which only the lines of pages with a verdict change. */
async function* markedLines(bytes: ByteWindow, marks: Marks): AsyncGenerator<Uint8Array> {
  let searched = 0;
  let isLong = false;
  for (;;) {
    const end = bytes.window.indexOf(NEWLINE, searched);
    if (end < 0 && bytes.window.length < LONGEST_LINE) {
      searched = bytes.window.length;
      if (!(await bytes.ensure(searched + STEP)) && bytes.window.length === searched) break;
      continue;
    }
    const line = bytes.window.subarray(0, end < 0 ? bytes.window.length : end + 1);
    yield isLong || end < 0 ? line : markedLine(line, marks);
    isLong = end < 0;
    bytes.consume(line.length);
    searched = 0;
  }
  if (bytes.window.length > 0) yield isLong ? bytes.window : markedLine(bytes.window, marks);
}

function markedLine(line: Buffer, marks: Marks): Buffer {
  const page = parseObject(line.toString("utf8").replace(/^\u{feff}/u, ""));
  const url = page?.["url"];
  if (page === undefined || typeof url !== "string") return line;
  const mark = marks.ofPage(url, timeOfPage(page["ts"]));
  const own = page[MARK];
  if (mark === undefined || (mark === null && own === undefined)) return line;
  // A member of this name that is no mark was written by another program, so it stays.
  if (own !== undefined && !(isObject(own) && typeof own["verdict"] === "string")) return line;
  if (own === undefined) return withLast(line, line.lastIndexOf("}"), mark!);
  const former = lastMember(own);
  const start = line.lastIndexOf(former);
  if (start >= 0 && line.subarray(start).toString().trimEnd() === `${former}}`) {
    const rest = Buffer.concat([
      line.subarray(0, start),
      line.subarray(start + Buffer.byteLength(former)),
    ]);
    return mark === null ? rest : withLast(rest, start, mark);
  }
  return Buffer.from(`${JSON.stringify({ ...page, [MARK]: mark ?? undefined })}\n`);
}

const withLast = (line: Buffer, at: number, mark: object): Buffer =>
  Buffer.concat([line.subarray(0, at), Buffer.from(lastMember(mark)), line.subarray(at)]);

const lastMember = (value: object): string => `,"${MARK}":${JSON.stringify(value)}`;

/**
 * Returns the lines of an index with the offsets that records have in the copy, so that it keeps what only the crawler
 * knew, such as the answers to POST. Returns undefined if it cannot be read whole or does not have all files.
 */
async function movedIndex(
  indexes: readonly string[],
  moved: readonly MovedFile[],
  pack: WaczPackage,
  linesOfFile: (name: string) => AsyncIterable<string>,
): Promise<AsyncIterable<string> | undefined> {
  const byName = new Map<string, MovedFile | undefined>();
  for (const file of moved) {
    const whole = file.place.slice(pack.place.length + 2);
    const short = basename(whole);
    byName.set(short, byName.has(short) && short !== whole ? undefined : file);
    byName.set(whole, file);
  }
  const named = new Set<MovedFile>();
  try {
    for await (const { file } of indexedLines(indexes, byName)) {
      if (file === undefined) return undefined;
      named.add(file);
    }
  } catch {
    // A new index is made of the files.
    return undefined;
  }
  const isOld = ({ offset }: MovedFile): boolean => offset !== undefined;
  async function* lines(): AsyncGenerator<string> {
    for await (const { line, json, file } of indexedLines(indexes, byName)) {
      const { name, offset } = file!;
      if (name === undefined || offset === undefined || isMarkUri(json["url"])) continue;
      const [before, filename] = [json["offset"], json["filename"]];
      const after = offset(Number(before));
      if (after === Number(before) && filename === name) yield line;
      else {
        const at = typeof before === "number" ? after : String(after);
        yield `${line.slice(0, line.indexOf("{"))}${jsonLine({ ...json, offset: at, filename: name })}`;
      }
    }
    for (const file of moved) {
      if (file.name !== undefined && !(named.has(file) && isOld(file)))
        yield* linesOfFile(file.name);
    }
  }
  return lines();
}

interface IndexedLine {
  readonly line: string;
  readonly json: JsonRecord;
  /** Undefined if it is none of the package, or could be several. */
  readonly file: MovedFile | undefined;
}

/** Yields the lines of indexes. Throws for a line that is not CDXJ and for damage. */
async function* indexedLines(
  indexes: readonly string[],
  byName: ReadonlyMap<string, MovedFile | undefined>,
): AsyncGenerator<IndexedLine> {
  for (const place of indexes) {
    const file = await openPlace(place);
    const onTrouble = (message: string): never => {
      throw new Error(message);
    };
    try {
      await file.bytes.ensure(STEP);
      const isZipped = startsMember(file.bytes.window);
      const bytes = isZipped ? unzipped(file.bytes, onTrouble) : file.bytes;
      for await (const { line } of linesOf(bytes)) {
        if (line.startsWith("!") || line.trim() === "") continue;
        const text = line.replace(/\r$/u, "");
        const json = parseObject(splitCdxj(text)?.json ?? "");
        if (json === undefined) onTrouble("a line that is not CDXJ");
        const { filename, offset } = json!;
        if (!/^\d{1,15}$/u.test(String(offset))) onTrouble("a line without an offset");
        yield { line: text, json: json!, file: byName.get(String(filename)) };
      }
      const trouble = await file.trouble?.();
      if (trouble !== undefined) onTrouble(trouble);
    } finally {
      await file.close();
    }
  }
}
