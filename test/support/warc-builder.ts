import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { warc } from "../../src/read/inputs/warc.js";
import type { InputItem } from "../../src/base/types.js";
import type { Input, InputContext } from "../../src/read/types.js";

/** Named fields in order. This is an array, so that a test can use a name twice. */
export type FieldList = readonly (readonly [name: string, value: string])[];

export interface RecordParts {
  readonly type?: string;
  readonly uri?: string;
  readonly date?: string;
  /** Length to write instead of the record's true length. With null, the field is omitted. */
  readonly length?: number | string | null;
  readonly version?: string;
  /** Additional fields, written before Content-Length. */
  readonly fields?: FieldList;
  readonly lineEnd?: "\r\n" | "\n";
  /** Text to write after the block instead of the two line ends. */
  readonly closing?: string;
}

const bytesOf = (text: string | Uint8Array): Buffer =>
  typeof text === "string" ? Buffer.from(text) : Buffer.from(text);

/** Returns one WARC record with exactly the given parts, even if they are invalid. */
export function warcRecord(parts: RecordParts, block: string | Uint8Array): Buffer {
  const { type = "response", version = "WARC/1.0", lineEnd = "\r\n" } = parts;
  const body = bytesOf(block);
  const fields: (readonly [string, string])[] = [["WARC-Type", type]];
  if (parts.uri !== undefined) fields.push(["WARC-Target-URI", parts.uri]);
  if (parts.date !== undefined) fields.push(["WARC-Date", parts.date]);
  fields.push(...(parts.fields ?? []));
  if (!fields.some(([name]) => name.toLowerCase() === "warc-record-id")) {
    fields.push(["WARC-Record-ID", `<urn:uuid:${recordId(parts, body)}>`]);
  }
  if (parts.length !== null) fields.push(["Content-Length", String(parts.length ?? body.length)]);
  const lines = fields.map(([name, value]) => `${name}: ${value}`);
  const head = [version, ...lines, "", ""].join(lineEnd);
  return Buffer.concat([bytesOf(head), body, bytesOf(parts.closing ?? `${lineEnd}${lineEnd}`)]);
}

/** Returns a record id that depends only on URI, date and length. The output is therefore the same in every run. */
function recordId({ uri = "", date = "" }: RecordParts, body: Buffer): string {
  let hash = body.length;
  for (const byte of bytesOf(`${uri} ${date}`)) hash = (hash * 31 + byte) % 0xffffffff;
  return `00000000-0000-4000-8000-${hash.toString(16).padStart(12, "0")}`;
}

export interface HttpParts {
  /** Status line, without its line end. */
  readonly statusLine?: string;
  /** Value of Content-Type. The default is `text/html`. With null, the field is omitted. */
  readonly contentType?: string | null;
  readonly fields?: FieldList;
  readonly lineEnd?: "\r\n" | "\n";
}

export function http(body: string | Uint8Array, parts: HttpParts = {}): Buffer {
  const { statusLine = "HTTP/1.1 200 OK", contentType = "text/html", lineEnd = "\r\n" } = parts;
  const fields = contentType === null ? [] : [["Content-Type", contentType] as const];
  const lines = [...fields, ...(parts.fields ?? [])].map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([bytesOf([statusLine, ...lines, "", ""].join(lineEnd)), bytesOf(body)]);
}

export const A_DATE = "2012-06-01T10:20:30Z";

/** Returns a page for `http://{name}.example/`. Each page has a different text. */
export function page(name: string, text = `The page of ${name}.`): string {
  return `<!DOCTYPE html><html><head><title>${name}</title></head><body><p>${text}</p></body></html>`;
}

/** Returns a response record of the page that {@link page} returns. */
export function pageRecord(name: string, parts: RecordParts = {}, body = page(name)): Buffer {
  return warcRecord({ uri: `http://${name}.example/`, date: A_DATE, ...parts }, http(body));
}

/** Returns the warcinfo record that begins a WARC file. */
export const warcinfo = (): Buffer =>
  warcRecord({ type: "warcinfo", date: A_DATE }, "software: made by hand\r\n");

export const gzip = (bytes: Uint8Array): Buffer => gzipSync(bytes);

/** The three ways to store records in a file. */
export const PACKINGS = {
  plain: (records: readonly Buffer[]) => Buffer.concat(records),
  "gzip per record": (records: readonly Buffer[]) => Buffer.concat(records.map(gzip)),
  "one gzip for all": (records: readonly Buffer[]) => gzip(Buffer.concat(records)),
} as const;

type Packing = keyof typeof PACKINGS;
export const PACKING_NAMES = Object.keys(PACKINGS) as Packing[];

/** Returns the version block that begins an ARC file. */
export function arcFile(version: 1 | 2): Buffer {
  const names =
    version === 1
      ? "URL IP-address Archive-date Content-type Archive-length"
      : "URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length";
  const block = `${version} 0 InternetArchive\n${names}\n`;
  const middle = version === 1 ? "" : " 200 - - 0 a.arc";
  return bytesOf(
    `filedesc://a.arc 0.0.0.0 20050607080910 text/plain${middle} ${block.length}\n${block}\n`,
  );
}

/** Returns an ARC record. If `middle` has the five additional fields, the record is of version 2. */
export function arcRecord(
  uri: string,
  block: string | Uint8Array,
  { date = "20050607080910", type = "text/html", middle = "", length = block.length } = {},
): Buffer {
  const line = [uri, "192.0.2.1", date, type, ...(middle === "" ? [] : [middle]), length].join(" ");
  return Buffer.concat([bytesOf(`${line}\n`), bytesOf(block), bytesOf("\n")]);
}

interface ReadOptions extends Partial<InputContext> {
  readonly name?: string;
}

/**
 * Returns the items that the input `warc` yields for a file with these bytes. The default name of the file is `a.warc`.
 */
export async function readBytes(
  bytes: Uint8Array,
  options: ReadOptions = {},
): Promise<InputItem[]> {
  const folder = mkdtempSync(join(tmpdir(), "dot-warc-"));
  try {
    const path = join(folder, options.name ?? "a.warc");
    writeFileSync(path, bytes);
    return await readFiles([path], options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the items that the input `warc` yields for files. */
export const readFiles = (
  paths: readonly string[],
  options: Partial<InputContext> = {},
): Promise<InputItem[]> => readInput(warc, paths, options);

/** Returns the items that an input yields for its sources. */
export async function readInput(
  input: Input,
  sources: readonly string[],
  more: Partial<InputContext> = {},
): Promise<InputItem[]> {
  const items: InputItem[] = [];
  const { signal } = new AbortController();
  const context = { signal, maxPageBytes: 1 << 25, redirects: "follow", ...more } as const;
  for await (const item of input.read(sources, context)) items.push(item);
  return items;
}

type OfKind<K extends InputItem["kind"]> = Extract<InputItem, { readonly kind: K }>;

export function ofKind<K extends InputItem["kind"]>(
  items: readonly InputItem[],
  kind: K,
): OfKind<K>[] {
  return items.filter((item): item is OfKind<K> => item.kind === kind);
}

/**
 * Returns the bodies of the mementos as text. The keys are the names that {@link pageRecord} put into the host names.
 */
export function pagesOf(items: readonly InputItem[]): (readonly [name: string, body: string])[] {
  return ofKind(items, "memento").map(({ capture, body }) => [
    /^https?:\/\/(.*?)\.example/u.exec(capture.uriR)?.[1] ?? capture.uriR,
    Buffer.from(body.bytes).toString("utf8"),
  ]);
}

/** Returns one line for each item, with the kind of the item and its distinguishing properties. */
export function outline(items: readonly InputItem[]): string[] {
  return items.map((item) => {
    switch (item.kind) {
      case "skipped":
        return `skipped ${item.reason}`;
      case "damage":
        return `damage at ${item.source.offset}: ${item.message}`;
      case "missed-timemap":
        return `missed-timemap ${item.uriT}`;
      case "memento":
        return `${item.kind} ${item.capture.uriR}`;
      case "missed":
        return `missed ${item.capture.uriR}: ${item.problem.message}`;
      case "revisit":
        return `revisit ${item.capture.uriR} ${item.target.profile}`;
      case "redirect":
        return `redirect ${item.capture.uriR} ${item.location ?? "nowhere"}`;
      case "other":
        return `other ${item.capture.uriR}: ${item.reason}`;
      case "inferred":
        return `inferred ${item.capture.uriR}`;
    }
  });
}
