import { readFile } from "node:fs/promises";
import { messageOf, missed, UsageError } from "../../base/errors.js";
import { isRemote, sizeOf } from "../../base/platform/files.js";
import { TEXT_ONLY } from "../../base/text.js";
import type { InputItem } from "../../base/types.js";
import { withinSize } from "../captures/given-pages.js";
import { datedText, suffixOf } from "../files/dated-texts.js";
import { findFiles } from "../files/find.js";
import type { FileKind } from "../files/folders.js";
import { otherFiles } from "../files/read-files.js";
import type { Input, InputContext } from "../types.js";

const textFiles: FileKind = {
  keyword: "text",
  hasName: (name) =>
    /\.(?:te?xt|md)$/iu.test(name) || (suffixOf(name) === "" && datedText(name) !== undefined),
  // A folder may have the page beside its text, which would count twice.
  examples:
    "text file (*.txt, *.text, *.md, or a date without a suffix). For HTML files give a glob: text=FOLDER/**/*.html",
  example: "texts/",
};

const isHtml = (path: string): boolean => /\.x?html?$/iu.test(path);

const isFolder = (path: string): boolean => path.endsWith("/");

export const text: Input = {
  keyword: "text",
  title: "Text files with dates",
  summary:
    "Texts of pages in files whose names have a date of 4 to 14 digits: folders, globs (also of HTML files), paths and @list.txt. The rest of the name, or else the folder, is the seed: example.com_20200131.txt, example.com/2020-01-31.txt.",
  argument: "FOLDER[,FOLDER...]",
  example: "detect_off_topic -i text=texts/ -o out.json",
  usesHttp: false,
  prepare: (values, _, onUnread) =>
    Promise.resolve().then(() => {
      const paths = findFiles(values, textFiles, onUnread).map(({ path }) => path);
      const odd = paths.find((path) => path === "-" || isRemote(path));
      if (odd !== undefined) {
        throw new UsageError(`text=${odd}: give a folder of text files, or their paths.`);
      }
      if (!paths.some((path) => datedText(path) !== undefined)) {
        throw new UsageError(
          `text=: no name of ${paths[0] ?? "a file"} has a date. Name the files after the dates of their captures, such as example.com_20200131.txt.`,
        );
      }
      return paths;
    }),
  plainFiles: (sources) => sources.filter((path) => !isFolder(path)),
  async *read(sources, context) {
    yield* otherFiles(sources.filter(isFolder), textFiles);
    const files = sources.filter((path) => !isFolder(path));
    for (const path of files) {
      context.signal.throwIfAborted();
      yield await itemOf(path, context);
    }
  },
};

async function itemOf(path: string, { maxPageBytes }: InputContext): Promise<InputItem> {
  const dated = datedText(path);
  if (dated === undefined)
    return { kind: "skipped", reason: "text file without a date in its name" };
  const capture = {
    ...dated,
    contentType: isHtml(path) ? "text/html" : "text/plain",
    source: { file: path, offset: 0 },
    ...(isHtml(path) ? {} : { notes: [`${TEXT_ONLY}: a text file`] }),
  };
  try {
    const size = sizeOf(path) ?? 0;
    if (size > maxPageBytes) {
      return missed(
        capture,
        `the text has ${size} bytes, more than the ${maxPageBytes} that are read`,
      );
    }
    const bytes = await readFile(path);
    const body = isHtml(path)
      ? { bytes, contentType: "text/html" }
      : ({ bytes, format: "text", lines: "untitled" } as const);
    return withinSize({ kind: "memento", capture, body }, maxPageBytes);
  } catch (cause) {
    return missed(capture, `the text cannot be read: ${messageOf(cause)}`);
  }
}
