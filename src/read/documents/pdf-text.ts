import { brotliDecompressSync, inflateSync } from "node:zlib";
import type { PDFPageProxy } from "unpdf/pdfjs";
import { codeOf } from "../../base/errors.js";
import { readPackageFile } from "../../base/package-root.js";

/** No book has more. */
const MOST_PAGES = 2000;

/** A line of a page: its text, its vertical position, and the size of its letters. */
interface PdfLine {
  text: string;
  readonly top: number;
  readonly size: number;
}

/**
 * Returns the paragraphs of a PDF, each on one line, in the order in which the PDF draws them. Rejects if the PDF
 * cannot be read, has too many pages, or has more than `mostCharacters` characters.
 */
export async function pdfParagraphs(bytes: Uint8Array, mostCharacters: number): Promise<string[]> {
  checkStreams(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const { getDocument } = await import("unpdf/pdfjs");
  const task = getDocument({
    data: bytes,
    isEvalSupported: false,
    BinaryDataFactory: CMapReader,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  });
  try {
    const pdf = await task.promise;
    if (pdf.numPages > MOST_PAGES) {
      throw new RangeError(
        `it has ${pdf.numPages} pages, more than the ${MOST_PAGES} that are read`,
      );
    }
    const paragraphs: string[] = [];
    let left = mostCharacters;
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const lines = await linesOf(page);
      for (const { text } of lines) left -= text.length;
      if (left < 0) throw new RangeError(`it has more than ${mostCharacters} characters of text`);
      joinParagraphs(paragraphs, lines);
      page.cleanup();
    }
    return paragraphs.map((text) => text.replace(/\s+/gu, " ").trim());
  } finally {
    await task.destroy();
  }
}

/** Maximum number of bytes of all streams after unpacking. pdf.js has no limit, and its memory is not that of the heap. */
const MOST_UNPACKED = 1 << 27;
/** Number of bytes before a stream that have its dictionary. */
const DICTIONARY = 512;
/** Maximum number of times that one stream is packed. */
const MOST_PACKED = 3;

/** Throws if the streams unpack to too many bytes. Pictures are not unpacked for the text of a page. */
function checkStreams(pdf: Buffer): void {
  let left = MOST_UNPACKED;
  for (let at = pdf.indexOf("stream"); at >= 0; at = pdf.indexOf("stream", at + 6)) {
    const before = pdf.toString("latin1", Math.max(0, at - DICTIONARY), at);
    const dictionary = before.slice(before.lastIndexOf("obj") + 1);
    if (before.endsWith("end") || /\/Image\b/u.test(dictionary)) continue;
    let data = pdf.subarray(at + 6 + (pdf[at + 6] === 0x0d ? 2 : 1));
    for (let times = 0; times < MOST_PACKED && (data[0]! & 0x0f) === 8; times += 1) {
      try {
        data = inflateSync(data, { maxOutputLength: left });
      } catch (cause) {
        if (codeOf(cause) !== "ERR_BUFFER_TOO_LARGE") break;
        throw new RangeError(`it unpacks to more than ${MOST_UNPACKED >> 20} MB`);
      }
      left = Math.max(1, left - data.length);
    }
  }
}

async function linesOf(page: PDFPageProxy): Promise<PdfLine[]> {
  const { items } = await page.getTextContent();
  const lines: PdfLine[] = [];
  let line: PdfLine | undefined;
  for (const item of items) {
    if (!("str" in item)) continue;
    const { str, hasEOL, height, transform } = item;
    if (line !== undefined) line.text += str;
    else if (str.trim() !== "") {
      line = { text: str, top: Number(transform[5]), size: height };
      lines.push(line);
    }
    if (hasEOL) line = undefined;
  }
  return lines;
}

/** Minimum factors of a gap, compared with the usual gap, and of a change in letter size that start a paragraph. */
const WIDER = 1.3;
const LARGER = 1.2;
const SENTENCE_END = /[.!?:;\u{2026}\u{3002}]["')\u{201d}\u{00bb}]?\s*$/u;

/** Adds the lines of a page to the paragraphs. The last paragraph of the previous page may continue on this page. */
function joinParagraphs(paragraphs: string[], lines: readonly PdfLine[]): void {
  const gaps = lines
    .slice(1)
    .map(({ top }, at) => lines[at]!.top - top)
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  const usual = gaps[gaps.length >> 1] ?? Infinity;
  let before: PdfLine | undefined;
  for (const line of lines) {
    const last = paragraphs.at(-1);
    const isNew =
      last === undefined ||
      (before === undefined
        ? SENTENCE_END.test(last)
        : before.top - line.top > WIDER * usual || isOtherSize(before.size, line.size));
    if (isNew) paragraphs.push(line.text);
    else paragraphs[paragraphs.length - 1] = joined(last, line.text);
    before = line;
  }
}

const isOtherSize = (one: number, other: number): boolean =>
  one > LARGER * other || other > LARGER * one;

/** A word that was hyphenated at the end of a line becomes whole again. */
const joined = (text: string, more: string): string =>
  /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(more) ? text.slice(0, -1) + more : `${text} ${more}`;

let tables: ReadonlyMap<string, Uint8Array> | undefined;

/** Gives pdf.js the tables with which East Asian PDFs name characters (data/cmaps/README.md). */
class CMapReader {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const table = (tables ??= unpacked()).get(filename);
    if (table === undefined) throw new RangeError(`no table ${filename}`);
    return Promise.resolve(table.slice());
  }
}

function unpacked(): ReadonlyMap<string, Uint8Array> {
  const bytes = brotliDecompressSync(readPackageFile("data/cmaps/all.br"));
  const end = bytes.indexOf("\n");
  const sizes = JSON.parse(bytes.toString("utf8", 0, end)) as (readonly [string, number])[];
  let at = end + 1;
  return new Map(sizes.map(([name, size]) => [name, bytes.subarray(at, (at += size))]));
}
