import { readFile } from "node:fs/promises";
import { messageOf, UsageError, whyUnreadable } from "../errors.js";
import { inputs } from "../inputs/index.js";
import { counted, printable } from "../mementos/text.js";
import { warcUriM } from "../mementos/uri.js";
import { decodeBody } from "../pages/content-coding.js";
import { type Fragmentation, fragmentPage } from "../pages/density/fragments.js";
import { openPage } from "../pages/page.js";
import { chooseInputs } from "../settings/inputs.js";
import { densityOptions } from "../settings/measure-options.js";
import type { Capture, Page } from "../types.js";
import { defineCommand, type MakeCommand } from "./define-command.js";
import type { Values } from "./options.js";
import { withOutput } from "./output.js";

/** Larger pages are not looked at. */
const maxPageBytes = 64 * 1024 * 1024;

/**
 * The first page of an input (`warc=crawl.warc.gz`) whose URI-R or URI-M is this. Throws a `UsageError` where there is
 * none, and for inputs that need HTTP.
 */
export async function findMemento(texts: readonly string[], uri: string): Promise<Page> {
  const text = texts.join(" ");
  const [choice, another] = chooseInputs(texts, inputs);
  if (choice === undefined || choice.input.usesHttp || another !== undefined) {
    throw new UsageError(`${text} is not one kind of files. Give files: -i warc=FILE.`);
  }
  const { input, values } = choice;
  const sources = await input.prepare(values);
  const context = {
    signal: new AbortController().signal,
    maxPageBytes,
    redirects: "skip" as const,
  };
  for await (const item of input.read(sources, context)) {
    if (item.kind !== "memento" || !isNamed(item.capture, uri)) continue;
    try {
      const { bytes } = decodeBody(item.body, maxPageBytes);
      return openPage(bytes, item.capture.contentType, item.capture.guessedCharset);
    } catch (cause) {
      throw new UsageError(`${uri} cannot be looked at: ${messageOf(cause)}.`, { cause });
    }
  }
  throw new UsageError(
    `${text} has no page ${uri}. Name it as its URI-R or URI-M is in the results.`,
  );
}

const isNamed = (capture: Capture, uri: string): boolean =>
  capture.uriR === uri || (capture.uriM ?? warcUriM(capture, 1)) === uri;

/** `fragments`: a page's fragments with their densities, so that one can see why text was kept. */
export const fragmentsCommand: MakeCommand = defineCommand({
  name: "fragments",
  summary: "Show how the density remover cuts a page.",
  description:
    "Show how the density remover cuts a page: text, text density, link density, tag path and class of each fragment.",
  words: [["[file]", "an HTML file, instead of -i; - for standard input"]],
  examples: [
    "detect_off_topic fragments page.html --fusion greedy --vmax 0.5",
    "detect_off_topic fragments -i warc=crawl.warc.gz --uri http://example.org/ -ot json",
  ],
  async run({ values, words: [file] }) {
    const options = densityOptions(values);
    const page = await readPage(file, values);
    const fragmentation = fragmentPage(page.html, options);
    const form = values.textOrJson === "json" ? asJson : asText;
    await withOutput(values.output, ({ write }) => write(form(fragmentation)));
  },
});

async function readPage(
  file: string | undefined,
  { input, uri }: Values<"fragments">,
): Promise<Page> {
  if (input !== undefined) {
    if (file !== undefined) throw new UsageError(`give either the file ${file} or -i, not both.`);
    if (uri === undefined)
      throw new UsageError("say which memento with --uri URI-R or --uri URI-M.");
    return findMemento(input, uri);
  }
  if (file === undefined) {
    throw new UsageError("name an HTML file, or a memento with -i warc=FILE --uri URI.");
  }
  try {
    return openPage(file === "-" ? await standardInput() : await readFile(file), undefined);
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${whyUnreadable(cause)}.`, { cause });
  }
}

async function standardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function asJson({ fragments }: Fragmentation): string {
  const entries = fragments.map((fragment) => ({
    class: fragment.class,
    "text density": fragment.textDensity,
    "link density": fragment.linkDensity,
    "tag path": fragment.tagPath,
    text: fragment.text,
  }));
  return `${printable(JSON.stringify(entries, undefined, 2), "json")}\n`;
}

function asText({ fragments, leaves, work }: Fragmentation): string {
  const blocks = fragments.map(
    (fragment) =>
      `[${fragment.class}] density ${fragment.textDensity.toFixed(2)}, links ` +
      `${Math.round(fragment.linkDensity * 100)} %, ${fragment.tagPath}\n${fragment.text
        .split("\n")
        .map((line) => printable(line))
        .join("\n")}\n`,
  );
  const content = fragments.filter((fragment) => fragment.class === "content").length;
  const summary =
    `${counted(fragments.length, "fragment")} of ${counted(leaves, "leaf", "leaves")}, ${content} of them content ` +
    `(${counted(work.passes, "pass", "passes")}, ${counted(work.comparisons, "comparison")})\n`;
  return [...blocks, summary].join("\n");
}
