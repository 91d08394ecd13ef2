import { mediaType } from "../../mementos/content-type.js";
import { toFourteenDigits } from "../../mementos/datetime.js";
import { surt } from "../../mementos/surt.js";

/** One line of the index: where the record of a URI stands. */
export interface CdxjLine {
  readonly uri: string;
  /** ISO 8601. */
  readonly fetchedAt: string;
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
  /** False when a later run should ask again. */
  readonly settled: boolean;
  /** Absent for failures. */
  readonly response?: {
    readonly status: number;
    readonly contentType: string | undefined;
    readonly digest: string;
  };
}

/** The line with its newline: SURT of the URI, 14 digits, and JSON with the names that other tools read. ASCII. */
export function writeCdxjLine(line: CdxjLine): string {
  const { response } = line;
  const fields = {
    url: line.uri,
    ...(response === undefined
      ? { mime: "application/warc-fields" }
      : {
          mime: mediaType(response.contentType) || "unk",
          status: String(response.status),
          digest: response.digest,
        }),
    length: String(line.length),
    offset: String(line.offset),
    filename: line.filename,
    ...(line.settled ? {} : { settled: "false" }),
  };
  const json = JSON.stringify(fields).replace(/[^\x20-\x7e]/gu, (one) =>
    [...Array(one.length).keys()]
      .map((index) => `\\u${one.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
  return `${surt(line.uri)} ${toFourteenDigits(line.fetchedAt)} ${json}\n`;
}

/** What a fetcher needs of a line. */
export interface Place {
  readonly uri: string;
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
  readonly settled: boolean;
}

/** Reads a line; undefined when it is none that we wrote. */
export function readCdxjLine(line: string): Place | undefined {
  const start = line.indexOf("{");
  if (start === -1) return undefined;
  let fields: unknown;
  try {
    fields = JSON.parse(line.slice(start));
  } catch {
    return undefined;
  }
  if (typeof fields !== "object" || fields === null) return undefined;
  const text = (name: string): string => {
    const value: unknown = Object.getOwnPropertyDescriptor(fields, name)?.value;
    return typeof value === "string" ? value : "";
  };
  const [offset, length] = [whole(text("offset")), whole(text("length"))];
  const [uri, filename] = [text("url"), text("filename")];
  if (uri === "" || filename === "" || offset === undefined || length === undefined)
    return undefined;
  return { uri, filename, offset, length, settled: text("settled") !== "false" };
}

function whole(text: string): number | undefined {
  return /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}
