import { basename } from "node:path";
import type { Source } from "../../base/types.js";
import { type HttpHead, parseHttpHead } from "../../read/warc/http-message.js";
import { recordCapture } from "../../read/warc/record-capture.js";
import type { Fields } from "../../read/warc/record-format.js";
import { readRecords } from "../../read/warc/record-reader.js";
import { isSegment } from "../../read/warc/segments.js";
import type { SourceFile } from "./files.js";
import type { LeftOut } from "./scan.js";
import { captureKey, type Row } from "./verdicts.js";

/** Maximum size in bytes of an original that is read. No judged page is larger. */
const LONGEST_ORIGINAL = 1 << 28;

export interface Original {
  readonly fields: Fields;
  readonly block: Buffer;
  readonly head: HttpHead;
}

/**
 * Returns the response with the content of a left-out capture. For a revisit, this is the content of the capture that
 * it repeats. Returns `undefined` if it cannot be read as a whole.
 */
export async function originalOf(
  row: Row,
  leftOut: ReadonlyMap<Row, LeftOut>,
  files: readonly SourceFile[],
): Promise<Original | undefined> {
  const sought = row.repeats ?? row;
  const source = row.repeats?.source ?? leftOut.get(row)?.source ?? row.source;
  const file = source && fileAt(source, files);
  if (source === undefined || file === undefined) return undefined;
  const openThere: SourceFile["open"] = async () => {
    const raw = await file.open();
    const { bytes } = raw;
    if (!bytes.returnTo(source.offset)) await bytes.skip(source.offset - bytes.position);
    return raw;
  };
  for await (const found of readRecords(file.place, undefined, openThere)) {
    if (found.source.offset !== source.offset) break;
    if (found.kind !== "record" || found.fields.get("warc-type") !== "response") continue;
    const known = recordCapture(found);
    if (!("capture" in known) || captureKey(known.capture) !== captureKey(sought)) continue;
    const { data, trouble } = await found.block.take(LONGEST_ORIGINAL);
    // The first segment alone is not the content of the capture.
    if (data === undefined || trouble !== undefined || isSegment(found.fields)) return undefined;
    return { fields: found.fields, block: data, head: parseHttpHead(data) };
  }
  return undefined;
}

/** The file may have been moved to another folder since the run. */
const fileAt = (
  { file }: Pick<Source, "file">,
  files: readonly SourceFile[],
): SourceFile | undefined =>
  files.find(({ place }) => place === file) ??
  files.find(({ place }) => basename(place) === basename(file));
