import { readPdf } from "../../read/documents/pdf.js";
import { readDocuments } from "../../read/documents/read-document.js";
import { decodeText } from "../../read/coding/charset.js";
import { makeParagraphs } from "../../page/text.js";
import type { DocumentFormat, EncodedBody } from "../../base/types.js";

/**
 * Returns the text of a document without markup, or the reason why the document cannot be read. For a zip or gzip file,
 * returns the text of all readable documents in it. A single HTML page in such a file is treated like any other page.
 * The promise is never rejected.
 */
export async function readBody(
  bytes: Uint8Array,
  format: Exclude<DocumentFormat, "html" | "text">,
  maxBytes: number,
): Promise<Partial<EncodedBody>> {
  if (format === "pdf") {
    const text = await readPdf(bytes, { mostCharacters: maxBytes });
    return { format, ...("trouble" in text ? text : { rendered: text.paragraphs.join("\n") }) };
  }
  const documents = await readDocuments(bytes, { maxBytes });
  const pages = documents.flatMap((each) => ("page" in each ? [each] : []));
  const [first] = pages;
  if (first === undefined) {
    const [trouble = ""] = documents.flatMap((each) => ("trouble" in each ? [each.trouble] : []));
    return { format, trouble };
  }
  if (pages.length === 1 && first.format === "html") return { bytes: first.page };
  const paragraphs = pages.flatMap(({ page }) => makeParagraphs(decodeText(page, undefined).html));
  return {
    format: documents.length === 1 && first.format !== "html" ? first.format : "zip",
    rendered: paragraphs.map(({ text }) => text).join("\n"),
  };
}
