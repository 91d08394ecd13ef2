import { TextDecoder } from "node:util";
import { getHeapStatistics } from "node:v8";

/**
 * The most bytes that are read as one text: a TimeMap of a million mementos has 200 MB. More than the heap has room for,
 * or than a string can hold, would end the process.
 */
export const largestText: number = Math.min(
  256 * 1024 * 1024,
  Math.floor(getHeapStatistics().heap_size_limit / 8),
);

/** What is wrong with so many bytes; undefined when they can be read. */
export function tooMuchText(bytes: number): string | undefined {
  return bytes > largestText
    ? `${bytes} bytes, more than the ${largestText} that are read`
    : undefined;
}

/**
 * Decodes what an archive's own pages are written in, up to {@link largestText}; malformed bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const named = namedDecoder(contentType);
  return named !== undefined && named.encoding !== LATIN
    ? named.decode(bytes)
    : (wellFormedUtf8(bytes) ?? new TextDecoder(LATIN).decode(bytes));
}

/** Servlets name it, as ISO-8859-1, whatever they send, and old archives send it without a name. */
const LATIN = "windows-1252";

/** The charset parameter of a Content-Type, if it names one that can be decoded. */
function namedDecoder(contentType: string | undefined): TextDecoder | undefined {
  const named = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? "")?.[1];
  if (named === undefined) return undefined;
  try {
    return new TextDecoder(named);
  } catch {
    return undefined;
  }
}

/** Undefined for anything else; a last character that is cut off is left out. */
function wellFormedUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
