import { readFile, stat } from "node:fs/promises";
import { messageOf, UsageError, whyUnreadable } from "../errors.js";
import type { Input, InputItem } from "../types.js";

/** A host that nobody can have: the pages are of no archive. */
const HOST = "http://page-files.invalid/";

/**
 * Pages in files of their own, HTML or plain text (`.txt`): core documents that someone has saved. Not an input of the
 * command, for files have no memento-datetimes. Each is a URI-R of its own.
 */
export const pageFileInput: Input = {
  keyword: "page-files",
  title: "Pages in files",
  summary: "HTML files, or plain text where the name ends in .txt.",
  argument: "FILE...",
  example: "detect_off_topic topic build --core page.html",
  usesHttp: false,

  async prepare(paths) {
    for (const path of paths) {
      let isFile: boolean;
      try {
        isFile = (await stat(path)).isFile();
      } catch (cause) {
        throw new UsageError(`${path} cannot be read: ${whyUnreadable(cause)}`, { cause });
      }
      if (!isFile) throw new UsageError(`${path} is no file. Give pages, or warc=FILE.`);
    }
    return paths;
  },

  async *read(paths, { maxPageBytes }) {
    for (const [number, path] of paths.entries()) yield await item(path, number, maxPageBytes);
  },
};

async function item(path: string, number: number, maxPageBytes: number): Promise<InputItem> {
  const capture = {
    uriR: `${HOST}${number + 1}/${encodeURIComponent(path)}`,
    mementoDatetime: "1970-01-01T00:00:00Z",
    status: 200,
    contentType: "text/html",
  };
  try {
    const { size } = await stat(path);
    if (size > maxPageBytes) throw new RangeError(`${size} bytes are more than ${maxPageBytes}`);
    const bytes = await readFile(path);
    return {
      kind: "memento",
      capture,
      body: { bytes: path.endsWith(".txt") ? asHtml(bytes) : bytes },
    };
  } catch (cause) {
    return { kind: "missed", capture, problem: { stage: "access", message: messageOf(cause) } };
  }
}

/** Plain text as a page that shows it; its charset is still to be detected, so bytes are escaped. */
function asHtml(text: Buffer): Buffer {
  const escaped = text.toString("latin1").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return Buffer.from(`<pre>${escaped}</pre>`, "latin1");
}
