import { UsageError } from "../../base/errors.js";
import { option, under } from "../../base/option.js";
import { readable, readTextFile, readWholeFile, readWholeStream } from "../../base/read-file.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { formOption, outputOption } from "../../command/options/output.js";
import { pluginsOption } from "../../command/options/running.js";
import { withOutput } from "../../command/output.js";
import { openPage } from "../../page/page.js";
import type { Page } from "../../page/types.js";
import { readDocuments } from "../../read/documents/read-document.js";
import { parseGoldFragments } from "./gold.js";
import { densitySettings } from "./settings.js";
import { fragmentPage } from "./fragments.js";
import { chosenDensityOptions } from "./options.js";
import { agreementFormatters, agreementWith, fragmentFormatters } from "./forms.js";

/** Maximum size of a page in bytes. */
const maxPageBytes = 64 * 1024 * 1024;

const options = {
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
      "<file>",
      "an HTML, text or PDF file, or one of these in a zip or gzip file; - for standard input",
    ],
  ],
  examples: [
    "detect_off_topic fragments page.html --set fusion=greedy --set vmax=0.5",
    "detect_off_topic fragments page.html --gold gold.txt",
  ],
  options,
  async run({ values, words: [file = ""] }) {
    const options = chosenDensityOptions(values);
    const page = await readPageFile(file);
    const { goldFragments: gold, fragmentForm } = values;
    const text =
      gold === undefined
        ? fragmentFormatters[fragmentForm](fragmentPage(page.html, options))
        : agreementFormatters[fragmentForm](agreementWith(gold, page.html, options));
    await withOutput(values.output, ({ write }) => write(text));
  },
});

async function readPageFile(file: string): Promise<Page> {
  const bytes =
    file === "-"
      ? await readWholeStream(process.stdin, "standard input", maxPageBytes)
      : readable(file, () => readWholeFile(file, maxPageBytes));
  const documents = await readDocuments(bytes, { maxBytes: maxPageBytes });
  for (const document of documents)
    if ("page" in document) return openPage(document.page, undefined);
  const [first] = documents;
  const why = first !== undefined && "trouble" in first ? first.trouble : "it is empty";
  throw new UsageError(`${file} cannot be read: ${why}.`);
}
