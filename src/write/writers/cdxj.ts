import type { Capture } from "../../base/types.js";
import { type CdxjFields, cdxjLine, mimeOf, sortedIndex } from "../../read/cdx/line.js";
import type { Result, Writer } from "../types.js";

export const cdxj: Writer = {
  keyword: "cdxj",
  lacksSimhash: true,
  suffix: ".cdxj",
  title: "CDXJ index of the on-topic captures",
  summary:
    "Sorted index lines of the on-topic captures: URI-R, type, status, file and offset, without digest and length, which results do not have.",
  example: "detect_off_topic -i warc=crawls/ -ot cdxj -o on-topic.cdxj",

  write: (results) => sortedIndex(linesOf(results)),
};

async function* linesOf(results: AsyncIterable<Result>): AsyncGenerator<string> {
  for await (const result of results) {
    if (result.kind !== "memento" || result.overall !== "on-topic") continue;
    const { mementoDatetime } = result.capture;
    // Results of other programs may have no date.
    if (mementoDatetime !== "") yield cdxjLine(mementoDatetime, cdxjFields(result.capture));
  }
}

function cdxjFields({ uriR, status, contentType, via, source }: Capture): CdxjFields {
  const isRevisit = via?.kind === "revisit";
  // Captures of an archive have no file, and items of plug-ins no byte offset.
  const isInFile = source !== undefined && source.unit === undefined;
  return {
    url: uriR,
    mime: mimeOf(contentType, isRevisit),
    ...(status !== undefined && !isRevisit && { status: String(status) }),
    // pywb requires length, offset and filename. It reads a record to its end if the length is not a number.
    ...(isInFile && {
      digest: "-",
      length: "-",
      offset: String(source.offset),
      filename: source.file.replace(/^.*[/\\]/su, ""),
    }),
  };
}
