import { Buffer } from "node:buffer";
import { percentDecoded } from "../../base/uri.js";
import { hashesOf, sketchSize } from "../../page/features/words.js";
import { ascii } from "../../run/lines/lines.js";
import { shapeOf } from "./uri-shape.js";

/** A capture of a host, with the facts by which pages are grouped. */
export interface SitePage {
  /** The URI-R as the input has it. */
  readonly uri: string;
  readonly mementoDatetime: string;
  /** Bytes of the decoded body. */
  readonly bytes: number;
  /** Smallest hashes of the text's n-grams, ascending, without those of the URI itself, which error pages quote. */
  readonly hashes: Uint32Array;
  /** Hashes above this one are unknown, because a sketch has the smallest ones only. */
  readonly limit: number;
  /** Words of the title, without numbers. */
  readonly title: readonly string[];
  /** Those of them that are not in the URI. */
  readonly newWords: readonly string[];
  /** Title of the kind of page that a strong sign shows; empty if there is none. */
  readonly kind: string;
  /** Start of the text. */
  readonly text: string;
}

interface ReadPage extends Pick<SitePage, "uri" | "mementoDatetime" | "bytes" | "kind" | "text"> {
  readonly sketch: readonly number[];
  readonly titleWords: readonly string[];
}

/** A number that no hash exceeds. */
const NO_LIMIT = 2 ** 32 - 1;

/**
 * Returns the line of a page, for sorting by host, path and URI; undefined for a page that has no text or no host. Lines
 * are read with {@link pageOfLine}.
 */
export function lineOfPage({ sketch, titleWords, ...page }: ReadPage): string | undefined {
  const shape = shapeOf(page.uri);
  if (shape === undefined || sketch.length === 0) return undefined;
  const { host, path, href } = shape;
  const quoted = percentDecoded(href.slice(href.indexOf("://") + 3).replaceAll("+", " "));
  const echo = hashesOf(quoted);
  const hashes = Uint32Array.from(sketch.filter((hash) => !echo.has(hash)));
  const limit = sketch.length < sketchSize ? NO_LIMIT : sketch.at(-1)!;
  const known = new Set(quoted.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []);
  const title = titleWords.filter((word) => !/^\p{N}+$/u.test(word));
  const newWords = title.filter((word) => !known.has(word));
  const { uri, mementoDatetime, bytes, kind, text } = page;
  const fields = { uri, mementoDatetime, bytes, limit, title, newWords, kind, text };
  const packed = Buffer.from(hashes.buffer).toString("base64");
  return `${ascii(host)}\t${path}\t${ascii(href)}\t${packed}\t${JSON.stringify(fields)}`;
}

/** The host of a page's line. */
export const hostOfLine = (line: string): string => line.slice(0, line.indexOf("\t"));

/** The expression of the path of a page's line. */
export const pathOfLine = (line: string): string => line.split("\t", 2)[1] ?? "";

/** Reads a line that {@link lineOfPage} returned. */
export function pageOfLine(line: string): SitePage {
  const [, , , packed = "", json = ""] = line.split("\t");
  const bytes = Buffer.from(packed, "base64");
  const hashes = new Uint32Array(bytes.length / 4);
  for (let at = 0; at < hashes.length; at += 1) hashes[at] = bytes.readUInt32LE(4 * at);
  return { ...(JSON.parse(json) as Omit<SitePage, "hashes">), hashes };
}
