import { messageOf } from "../../base/errors.js";
import { formatOf } from "../../base/content-type.js";
import { hasMore } from "../../base/text.js";
import { decodeText } from "../coding/charset.js";
import { looksLikeGzip } from "../coding/content-coding.js";
import { gunzip } from "../../base/platform/codecs.js";
import { latin1 } from "../../base/platform/machine.js";
import type { DocumentFormat } from "../../base/types.js";
import { inMemory } from "../warc/bytes.js";
import { Zip, type ZipMember } from "../warc/zip.js";
import { readPdf } from "./pdf.js";

/** A document of any kind as an HTML page, or a one-line reason why it cannot be read. */
type ReadDocument = {
  /** Name of the member if the document was in a zip, and otherwise empty. */
  readonly name: string;
} & (
  | { readonly page: Uint8Array; readonly format: Exclude<DocumentFormat, "zip"> }
  | { readonly trouble: string }
);

interface DocumentLimits {
  /** Maximum number of bytes of a document, and of everything unpacked from it. */
  readonly maxBytes: number;
  /** Maximum time for one PDF. */
  readonly seconds?: number;
}

/** Maximum depth of nested zip and gzip files. */
const MOST_NESTED = 3;
const MOST_MEMBERS = 1000;
/** Maximum number of elements of a feed or values of JSON, each of which takes some hundred bytes of memory. */
const MOST_PARTS = 3_000_000;

/**
 * Returns the documents in these bytes. Their format is detected by content, not by a name or header: HTML, plain text,
 * PDF, feeds, sitemaps, JSON, and any of these in a zip or gzip file. A document that is not HTML
 * becomes a page with a block for each paragraph. The promise is never rejected.
 */
export async function readDocuments(
  bytes: Uint8Array,
  limits: DocumentLimits,
): Promise<readonly ReadDocument[]> {
  return new DocumentReader(limits).read(bytes, "", 0);
}

class DocumentReader {
  readonly #limits: DocumentLimits;
  /** Number of bytes that may still be unpacked. */
  #left: number;

  constructor(limits: DocumentLimits) {
    this.#limits = limits;
    this.#left = limits.maxBytes;
  }

  async read(bytes: Uint8Array, name: string, nested: number): Promise<ReadDocument[]> {
    try {
      const format = formatOf(bytes);
      if (format !== "zip") return [{ name, ...(await this.#page(bytes, format)) }];
      if (nested === MOST_NESTED) {
        throw new RangeError(`more than ${MOST_NESTED} zip or gzip files within each other`);
      }
      if (looksLikeGzip(bytes)) return await this.read(this.#gunzipped(bytes), name, nested + 1);
      return await this.#members(bytes, name, nested + 1);
    } catch (cause) {
      return [{ name, trouble: messageOf(cause) }];
    }
  }

  #gunzipped(bytes: Uint8Array): Uint8Array {
    try {
      const plain = gunzip(bytes, { most: this.#left, isPartial: false });
      this.#take(plain.length);
      return plain;
    } catch (cause) {
      const isLarge = cause instanceof Error && "code" in cause && cause.code === TOO_LARGE_CODE;
      if (!isLarge) throw cause;
      throw this.#tooLarge();
    }
  }

  async #members(bytes: Uint8Array, name: string, nested: number): Promise<ReadDocument[]> {
    const zip = await Zip.open(inMemory(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
    if (zip.members.length > MOST_MEMBERS) {
      throw new RangeError(`${zip.members.length} files in a zip, more than ${MOST_MEMBERS}`);
    }
    if (zip.members.length === 0) throw new Error("the zip is empty");
    const documents: ReadDocument[] = [];
    for (const member of zip.members) {
      const inner = name === "" ? member.name : `${name}/${member.name}`;
      try {
        documents.push(...(await this.read(await this.#member(zip, member), inner, nested)));
      } catch (cause) {
        documents.push({ name: inner, trouble: messageOf(cause) });
      }
    }
    return documents;
  }

  async #member(zip: Zip, member: ZipMember): Promise<Uint8Array> {
    if (member.unreadable !== undefined) throw new Error(member.unreadable);
    if (member.size > this.#left) throw this.#tooLarge();
    const file = await zip.openMember(member);
    try {
      // The directory of a zip may give a size that is too small.
      if (await file.bytes.ensure(this.#left + 1)) throw this.#tooLarge();
      const plain = file.bytes.window;
      const trouble = await file.trouble?.();
      if (trouble !== undefined) throw new Error(trouble);
      this.#take(plain.length);
      return plain;
    } finally {
      await file.close();
    }
  }

  #take(count: number): void {
    this.#left -= count;
  }

  #tooLarge(): RangeError {
    return new RangeError(`more than ${this.#limits.maxBytes} bytes once unpacked`);
  }

  async #page(
    bytes: Uint8Array,
    format: Exclude<DocumentFormat, "zip"> | undefined,
  ): Promise<{ page: Uint8Array; format: Exclude<DocumentFormat, "zip"> }> {
    const { seconds, maxBytes } = this.#limits;
    switch (format) {
      case "html":
        return { format, page: bytes };
      case "pdf": {
        const text = await readPdf(bytes, { mostCharacters: maxBytes, seconds });
        if ("paragraphs" in text) return { format, page: pageOfBlocks(text.paragraphs) };
        throw new Error(text.trouble);
      }
      case "feed":
      case "json":
      case "sitemap": {
        const marks = format === "json" ? [",", "[", "{"] : ["<"];
        if (marks.some((mark) => hasMore(bytes, mark, MOST_PARTS))) {
          throw new RangeError(`it has more than ${MOST_PARTS} values or elements`);
        }
        const { textsOf } = await import("./structured-data.js");
        return { format, page: pageOf(textsOf[format](decodeText(bytes, undefined).html)) };
      }
      case "text":
        if (hasTags(bytes)) return { format: "html", page: bytes };
        if (latin1(bytes.subarray(0, 5)) === "<?xml") throw new Error("XML that is no page");
        return { format, page: pageOfBlocks(blocksOf(decodeText(bytes, "text/plain").html)) };
      case undefined:
        throw new Error("neither HTML nor text, PDF, zip or gzip");
    }
  }
}

const TOO_LARGE_CODE = "ERR_BUFFER_TOO_LARGE";

const tags =
  /<\/?(?:html|head|body|title|meta|p|div|span|a|br|table|t[rdh]|[uo]l|li|h[1-6])\b[^<>]*>/giu;

const hasTags = (bytes: Uint8Array): boolean =>
  (latin1(bytes.subarray(0, 65_536)).match(tags)?.length ?? 0) >= 2;

const blocksOf = (text: string): string[] =>
  text
    .replace(/\r\n?/gu, "\n")
    .split(/\n[ \t]*\n|\f/u)
    .filter((block) => block.trim() !== "");

const pageOfBlocks = (paragraphs: readonly string[]): Uint8Array =>
  pageOf(
    paragraphs
      .map((text) => `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>\n`)
      .join(""),
  );

const pageOf = (body: string): Uint8Array =>
  Buffer.from(`<!DOCTYPE html>\n<meta charset="utf-8">\n${body}`);
