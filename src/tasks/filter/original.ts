import { toFourteenDigits } from "../../base/datetime.js";
import { sha1Digest } from "../../read/warc/digest.js";
import { type HttpHead, parseHttpHead } from "../../read/warc/http-message.js";
import { recordCapture } from "../../read/warc/record-capture.js";
import type { Fields } from "../../read/warc/record-format.js";
import { readRecords } from "../../read/warc/record-reader.js";
import { isSegment } from "../../read/warc/segments.js";
import type { Source } from "../../base/types.js";
import type { SourceFile } from "./files.js";
import type { LeftOut } from "./left-out.js";
import type { MovedFiles } from "./moved-files.js";

/** Maximum size in bytes of an original that is read. No judged page is larger. */
const LONGEST = 1 << 28;

export interface Original {
  readonly fields: Fields;
  readonly block: Buffer;
  readonly head: HttpHead;
}

/**
 * Returns the response with the content of a left-out capture. For a revisit, this is the content of the capture that
 * it repeats. Returns `undefined` if it cannot be read.
 */
export async function originalOf(
  leftOut: LeftOut,
  files: readonly SourceFile[],
  moved: MovedFiles,
  place?: Source,
): Promise<Original | undefined> {
  const { repeats } = leftOut;
  if (repeats !== undefined) {
    return repeats.source && readResponse({ ...repeats, source: repeats.source }, files, moved);
  }
  const source = place ?? leftOut.source;
  return source && readResponse({ ...leftOut, source }, files, moved);
}

/** Returns `undefined` if its record cannot be found. */
export async function digestOf(
  leftOut: LeftOut,
  files: readonly SourceFile[],
  moved: MovedFiles,
): Promise<string | undefined> {
  const original = await originalOf(leftOut, files, moved);
  if (original === undefined) return undefined;
  const { fields, block, head } = original;
  const own = fields.get("warc-payload-digest");
  return own ?? (isSegment(fields) ? undefined : sha1Digest(block.subarray(head.bodyOffset)));
}

interface Sought {
  readonly uriR: string;
  readonly mementoDatetime: string;
  readonly source: Pick<Source, "file" | "offset">;
}

async function readResponse(
  { uriR, mementoDatetime, source: { file, offset } }: Sought,
  files: readonly SourceFile[],
  moved: MovedFiles,
): Promise<Original | undefined> {
  const second = toFourteenDigits(mementoDatetime);
  const places = moved.givenOf(file);
  const candidates = files.filter(({ place }) => places.includes(place));
  for (const { place, open } of candidates) {
    const openThere = async (): ReturnType<SourceFile["open"]> => {
      const raw = await open();
      if (!raw.bytes.returnTo(offset)) await raw.bytes.skip(offset - raw.bytes.position);
      return raw;
    };
    for await (const found of readRecords(place, undefined, openThere)) {
      if (found.source.offset !== offset) break;
      if (found.kind !== "record" || found.fields.get("warc-type") !== "response") continue;
      const known = recordCapture(found);
      const isSought =
        "capture" in known &&
        known.capture.uriR === uriR &&
        toFourteenDigits(known.capture.mementoDatetime) === second;
      if (!isSought) continue;
      const { data, trouble } = await found.block.take(LONGEST);
      if (data === undefined || trouble !== undefined) return undefined;
      return { fields: found.fields, block: data, head: parseHttpHead(data) };
    }
  }
  return undefined;
}
