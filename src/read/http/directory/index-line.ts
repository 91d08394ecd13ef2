import { jsonEscape } from "../../../base/text.js";
import { bytesOf, cdxjLine, mimeOf, readCdxjMembers } from "../../cdx/line.js";

/** A line of an index of a working directory. */
export interface FetchedLine {
  readonly uri: string;
  /** Time in ISO 8601. */
  readonly fetchedAt: string;
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
  /** False if a later run should request the URI again. */
  readonly final: boolean;
  /** Absent for failures. */
  readonly response?: {
    readonly status: number;
    readonly contentType: string | undefined;
    readonly digest: string;
  };
}

/** Returns the line with its newline, in ASCII. */
export function writeLine({ uri, fetchedAt, response, ...place }: FetchedLine): string {
  const line = cdxjLine(fetchedAt, {
    url: uri,
    ...(response === undefined
      ? { mime: "application/warc-fields" }
      : {
          mime: mimeOf(response.contentType),
          status: String(response.status),
          digest: response.digest,
        }),
    length: String(place.length),
    offset: String(place.offset),
    filename: place.filename,
    ...(!place.final && { settled: "false" }),
  });
  return `${line.replace(/[^\x20-\x7e]/gu, jsonEscape)}\n`;
}

/** Returns `undefined` if this program did not write it. Any text may be the URI of a TimeMap that was requested. */
export function readLine(
  line: string,
): Pick<FetchedLine, "uri" | "filename" | "offset" | "length" | "final"> | undefined {
  const member = readCdxjMembers(line);
  if (member === undefined) return undefined;
  const [offset, length] = [bytesOf(member("offset")), bytesOf(member("length"))];
  const [uri, filename] = [member("url"), member("filename")];
  if (uri === "" || filename === "" || offset === undefined || length === undefined) {
    return undefined;
  }
  return { uri, filename, offset, length, final: member("settled") !== "false" };
}
