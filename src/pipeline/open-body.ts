import { readAs } from "../mementos/content-type.js";
import { decodeBody, type DecodedBody } from "../pages/content-coding.js";
import type { Settings } from "../types.js";
import type { ExtractJob } from "./extract.js";

/** The page with what it is read as, by its content (`--formats`), and with the text of a PDF and the like; its codings are undone here. */
export async function openBody(
  job: ExtractJob,
  { formats, maxPageBytes }: Settings,
): Promise<ExtractJob> {
  if (formats === undefined) return job;
  const { capture } = job;
  let decoded: DecodedBody;
  try {
    decoded = decodeBody(job.body, maxPageBytes);
  } catch {
    // Whoever reads the page says why.
    return job;
  }
  const { bytes } = decoded;
  const body = { ...job.body, bytes };
  const format = readAs(bytes, capture.contentType, formats);
  if (format === "html") return { capture, body, decoded };
  if (format === "text" || body.rendered !== undefined)
    return { capture, body: { ...body, format }, decoded };
  // Only where there is such a document: its reader is large.
  const { readBody } = await import("../documents/read-document.js");
  const read = await readBody(bytes, format, maxPageBytes);
  const { bytes: own = bytes } = read;
  return { capture, body: { ...body, ...read }, decoded: { ...decoded, bytes: own } };
}
