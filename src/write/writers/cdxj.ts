import { mediaType } from "../../base/content-type.js";
import { Shuffle } from "../../base/shuffle.js";
import type { Capture } from "../../base/types.js";
import { cdxjKey, cdxjLine } from "../formats/cdxj.js";
import type { Writer } from "../types.js";

/** Maximum bytes of lines that are sorted in memory. Longer outputs are sorted on disk. */
const MEMORY = 32 << 20;

export const cdxj: Writer = {
  keyword: "cdxj",
  suffix: ".cdxj",
  title: "CDXJ index of the on-topic captures",
  summary:
    "Sorted index lines of the on-topic captures: URI-R, type, status, file and offset, without digest and length, which results do not have.",
  example: "detect_off_topic -i warc=crawls/ -ot cdxj -o on-topic.cdxj",

  async *write(results) {
    const lines = new Shuffle(MEMORY);
    try {
      for await (const result of results) {
        if (result.kind !== "memento" || result.overall !== "on-topic") continue;
        const { uriR, mementoDatetime } = result.capture;
        // Results of other programs may have no date.
        if (mementoDatetime === "") continue;
        lines.add(cdxjLine(cdxjKey(uriR, mementoDatetime), fieldsOf(result.capture)));
      }
      for (const line of lines.sorted()) yield `${line}\n`;
    } finally {
      lines.close();
    }
  },
};

function fieldsOf({
  uriR,
  status,
  contentType,
  via,
  source,
}: Capture): Parameters<typeof cdxjLine>[1] {
  const isRevisit = via?.kind === "revisit";
  // Captures of an archive have no file, and items of plug-ins no byte offset.
  const isInFile = source !== undefined && source.unit === undefined;
  return {
    url: uriR,
    mime: isRevisit ? "warc/revisit" : mediaType(contentType) || "unk",
    ...(status !== undefined && !isRevisit && { status: String(status) }),
    // pywb requires length, offset and filename. It reads a record to its end if the length is not a number.
    ...(isInFile && {
      digest: "-",
      length: "-",
      offset: String(source.offset),
      filename: source.file.slice(
        Math.max(...["/", "\\"].map((each) => source.file.lastIndexOf(each))) + 1,
      ),
    }),
  };
}
