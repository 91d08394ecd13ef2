import { percentDecoded } from "../../base/uri.js";
import { hashesOf, sketchSize } from "../../page/features/words.js";
import { ascii } from "../../run/lines/lines.js";
import { Buffer } from "node:buffer";
import { uriShapeOf } from "./uri-shape.js";

export interface SitePage {
  /** The URI-R in the spelling of the input. */
  readonly uri: string;
  readonly mementoDatetime: string;
  /** Bytes of the decoded body. */
  readonly bytes: number;
  /**
   * Smallest hashes of the text's n-grams, ascending, without the n-grams of the URI itself, which error pages quote.
   */
  readonly hashes: Uint32Array;
  /** Hashes above this hash are unknown, because a sketch contains only the smallest ones. */
  readonly limit: number;
  /** Words of the title, without numbers. */
  readonly title: readonly string[];
  /** Words of the title that are not in the URI. */
  readonly newWords: readonly string[];
  /** Title of the kind of page that a strong sign shows. Empty if there is none. */
  readonly kind: string;
  /** Beginning of the text. */
  readonly text: string;
}

interface ReadPage extends Pick<SitePage, "uri" | "mementoDatetime" | "bytes" | "kind" | "text"> {
  readonly sketch: readonly number[];
  readonly titleWords: readonly string[];
}

/** A number that is greater than any hash. */
const NO_LIMIT = 2 ** 32 - 1;

/**
 * Returns the line of a page, which sorts by host, path and URI. Returns undefined for a page without text or without a
 * host. {@link pageOfLine} reads the line.
 */
export function lineOfPage({ sketch, titleWords, ...page }: ReadPage): string | undefined {
  const shape = uriShapeOf(page.uri);
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

export const hostOfLine = (line: string): string => line.slice(0, line.indexOf("\t"));

export const pathOfLine = (line: string): string => line.split("\t", 2)[1] ?? "";

export function pageOfLine(line: string): SitePage {
  const [, , , packed = "", json = ""] = line.split("\t");
  const bytes = Buffer.from(packed, "base64");
  const hashes = new Uint32Array(bytes.length / 4);
  for (let at = 0; at < hashes.length; at += 1) hashes[at] = bytes.readUInt32LE(4 * at);
  return { ...(JSON.parse(json) as Omit<SitePage, "hashes">), hashes };
}
