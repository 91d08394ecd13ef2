import { messageOf, UsageError, whyUnreadable } from "../../base/errors.js";
import { option, under, type Values } from "../../base/option.js";
import { readTextFile, readWholeFile, readWholeStream } from "../../base/read-file.js";
import type { Capture } from "../../base/types.js";
import { warcUriM } from "../../base/uri.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import type { Log } from "../../command/log.js";
import { inputOption } from "../../command/options/input.js";
import { formOption, outputOption } from "../../command/options/output.js";
import { pluginsOption } from "../../command/options/running.js";
import { withOutput } from "../../command/output.js";
import { warnOfDamage } from "../../command/run-choices.js";
import { openPage } from "../../page/page.js";
import type { Page } from "../../page/types.js";
import { decodeBody } from "../../read/coding/content-coding.js";
import { readDocuments } from "../../read/documents/read-document.js";
import { inputs } from "../../read/inputs/index.js";
import type { OnUnread } from "../../read/types.js";
import { chooseInputs } from "../../run/input-choices.js";
import { parseGoldFragments } from "./gold.js";
import { densitySettings } from "./settings.js";
import { fragmentPage } from "./fragments.js";
import { chosenDensityOptions } from "./options.js";
import { agreementFormatters, agreementWith, fragmentFormatters } from "./forms.js";

/** Maximum size of a page in bytes. */
const maxPageBytes = 64 * 1024 * 1024;

/**
 * Returns the first page of an input (`warc=crawl.warc.gz`) with this URI-R or URI-M. Throws a `UsageError` if there is
 * none, and for inputs that need HTTP.
 */
async function findMemento(
  texts: readonly string[],
  uri: string,
  log: Pick<Log, "warn">,
): Promise<Page> {
  const text = texts.join(" ");
  const [choice, another] = chooseInputs(texts, inputs);
  if (choice === undefined || choice.input.usesHttp || another !== undefined) {
    throw new UsageError(`${text} is not one kind of files. Give files: -i warc=FILE.`);
  }
  const { input, values } = choice;
  const onUnread: OnUnread = (item) => warnOfDamage(item, log);
  const sources = await input.prepare(values, undefined, onUnread);
  const context = {
    signal: new AbortController().signal,
    maxPageBytes,
    redirects: "skip" as const,
  };
  for await (const item of input.read(sources, context)) {
    if (item.kind === "damage" && item.isUnread === true) onUnread(item);
    if (item.kind !== "memento" || !isNamed(item.capture, uri)) continue;
    try {
      const { bytes } = decodeBody(item.body, maxPageBytes);
      return openPage(bytes, item.capture.contentType, item.capture);
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

const options = {
  ...inputOption,
  ...under("Input", {
    uri: option("--uri <uri>", "the memento, by URI-R (its first capture) or URI-M", {
      needs: ["input", "names a memento of an input"],
    }),
  }),
  ...outputOption,
  fragmentForm: formOption(["text", "json"], "form of the fragments"),
  ...densitySettings,
  ...under("Gold data", {
    goldFragments: option(
      "--gold <file>",
      "fragments chosen by a person, in the format of -ot text: prints the agreement for Vmax 0.1 to 0.9",
      {
        reads: true,
        parse: (file: string) => ({ file, ...parseGoldFragments(readTextFile(file)) }),
      },
    ),
  }),
  ...pluginsOption,
} as const;

export const fragmentsCommand: CommandDefinition = defineCommand({
  name: "fragments",
  group: "papers",
  summary: "Show how the density remover cuts a page.",
  description:
    "Show how the density remover cuts a page: text, text density, link density, tag path and class of each fragment.",
  words: [
    [
      "[file]",
      "an HTML, text, PDF or PostScript file, or one of these in a zip or gzip file, instead of -i; - for standard input",
    ],
  ],
  examples: [
    "detect_off_topic fragments page.html --set fusion=greedy --set vmax=0.5",
    "detect_off_topic fragments -i warc=crawl.warc.gz --uri http://example.org/ -ot json",
    "detect_off_topic fragments page.html --gold gold.txt",
  ],
  options,
  async run({ values, words: [file], log }) {
    const options = chosenDensityOptions(values);
    const page = await readPage(file, values, log);
    const { goldFragments: gold, fragmentForm } = values;
    const text =
      gold === undefined
        ? fragmentFormatters[fragmentForm](fragmentPage(page.html, options))
        : agreementFormatters[fragmentForm](agreementWith(gold, page.html, options));
    await withOutput(values.output, ({ write }) => write(text));
  },
});

async function readPage(
  file: string | undefined,
  { input, uri }: Values<typeof options>,
  log: Pick<Log, "warn">,
): Promise<Page> {
  if (input !== undefined) {
    if (file !== undefined) throw new UsageError(`give either the file ${file} or -i, not both.`);
    if (uri === undefined)
      throw new UsageError("say which memento with --uri URI-R or --uri URI-M.");
    return findMemento(input, uri, log);
  }
  if (file === undefined) {
    throw new UsageError("name an HTML file, or a memento with -i warc=FILE --uri URI.");
  }
  let bytes: Buffer;
  try {
    bytes =
      file === "-"
        ? await readWholeStream(process.stdin, "standard input", maxPageBytes)
        : readWholeFile(file, maxPageBytes);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`${file} cannot be read: ${whyUnreadable(cause)}.`, { cause });
  }
  const documents = await readDocuments(bytes, { maxBytes: maxPageBytes });
  for (const document of documents)
    if ("page" in document) return openPage(document.page, undefined);
  const [first] = documents;
  const why = first !== undefined && "trouble" in first ? first.trouble : "it is empty";
  throw new UsageError(`${file} cannot be read: ${why}.`);
}
