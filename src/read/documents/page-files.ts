import { readFile, stat } from "node:fs/promises";
import { readDocuments } from "./read-document.js";
import { messageOf, UsageError, whyUnreadable, missed } from "../../base/errors.js";
import type { Capture, InputItem } from "../../base/types.js";
import type { Input } from "../types.js";

/**
 * This module reads documents in separate files, which are core documents that the user has saved. It is not an input
 * of the command, because files have no memento-datetimes. Each document gets a URI-R with a host that cannot exist.
 * Documents of one zip share the host.
 */
export const pageFileInput: Input = {
  keyword: "page-files",
  title: "Documents in files",
  summary: "HTML, text and PDF files, also in zip and gzip files.",
  argument: "FILE...",
  example: "detect_off_topic topic build --core page.html --core paper.pdf",
  usesHttp: false,

  async prepare(paths) {
    for (const path of paths) {
      let isFile: boolean;
      try {
        isFile = (await stat(path)).isFile();
      } catch (cause) {
        throw new UsageError(`${path} cannot be read: ${whyUnreadable(cause)}`, { cause });
      }
      if (!isFile) throw new UsageError(`${path} is not a file. Give pages, or warc=FILE.`);
    }
    return paths;
  },

  async *read(paths, { maxPageBytes }) {
    for (const [number, path] of paths.entries()) yield* items(path, number + 1, maxPageBytes);
  },
};

/** Yields the documents of a file. It never rejects. */
async function* items(path: string, number: number, maxBytes: number): AsyncGenerator<InputItem> {
  const capture = (name: string): Capture => ({
    uriR: `http://${number}.page-files.invalid/${encodeURIComponent(path)}${name === "" ? "" : `/${encodeURIComponent(name)}`}`,
    mementoDatetime: "1970-01-01T00:00:00Z",
    status: 200,
    contentType: "text/html",
  });
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new RangeError(`${size} bytes are more than ${maxBytes}`);
    for (const document of await readDocuments(await readFile(path), { maxBytes })) {
      const { name } = document;
      yield "page" in document
        ? { kind: "memento", capture: capture(name), body: { bytes: document.page } }
        : missed(capture(name), `${name === "" ? path : `${path}, ${name}`}: ${document.trouble}`);
    }
  } catch (cause) {
    yield missed(capture(""), `${path}: ${messageOf(cause)}`);
  }
}
