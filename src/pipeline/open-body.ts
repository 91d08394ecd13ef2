import { readAs } from "../mementos/content-type.js";
import { decodeBody } from "../pages/content-coding.js";
import type { EncodedBody, Settings } from "../types.js";
import type { ExtractJob } from "./extract.js";

/** The body of a capture with what it is read as, by its content (`--formats`), and with the text of a PDF. */
export async function openBody(
  { capture, body }: ExtractJob,
  { formats, maxPageBytes }: Settings,
): Promise<EncodedBody> {
  if (formats === undefined) return body;
  let bytes: Uint8Array;
  try {
    ({ bytes } = decodeBody(body, maxPageBytes));
  } catch {
    // Whoever reads the page says why.
    return body;
  }
  const format = readAs(bytes, capture.contentType, formats);
  if (format === "html") return body;
  if (format === "text" || body.rendered !== undefined) return { ...body, format };
  // Only where there is a PDF: its reader is large.
  const { readPdf } = await import("../documents/pdf.js");
  const found = await readPdf(bytes, { mostCharacters: maxPageBytes });
  return "trouble" in found
    ? { ...body, format, trouble: found.trouble }
    : { ...body, format, rendered: found.paragraphs.join("\n") };
}
