import { warc } from "../build/read/inputs/warc.js";
import { decodeBody } from "../build/read/coding/content-coding.js";
import { openPage } from "../build/page/page.js";

const maxPageBytes = 64 * 1024 * 1024;

/**
 * Yields the pages of WARC files, or of folders of them, with their captures. Leaves out pages whose content coding
 * cannot be decoded.
 */
export async function* readPages(paths) {
  const sources = await warc.prepare(paths);
  const context = { signal: new AbortController().signal, maxPageBytes, redirects: "skip" };
  for await (const { kind, capture, body } of warc.read(sources, context)) {
    if (kind !== "memento") continue;
    let decoded;
    try {
      decoded = decodeBody(body, maxPageBytes);
    } catch {
      continue;
    }
    yield { capture, page: openPage(decoded.bytes, capture.contentType, capture) };
  }
}
