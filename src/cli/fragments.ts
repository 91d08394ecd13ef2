import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { UsageError, whyUnreadable } from "../errors.js";
import { counted } from "../mementos/counted.js";
import { printable } from "../mementos/printable.js";
import { fragmentPage, type Fragmentation } from "../preprocess/density/fragments.js";
import { openPage } from "../preprocess/page.js";
import { densityOptions, FUSIONS } from "../registry/density-options.js";
import { requireChoice } from "../registry/find.js";
import type { Page } from "../types.js";
import { exitStatus } from "./exit-status.js";
import { findMemento } from "./find-memento.js";
import { openOutput } from "./output.js";
import { parseDecimal, parseWhole } from "./parse-values.js";

interface FragmentsFlags {
  readonly input?: string;
  readonly uri?: string;
  readonly output?: string;
  readonly outputType: string;
  readonly fusion?: string;
  readonly vmax?: string;
  readonly wrap?: string;
}

const FORMS = ["text", "json"] as const;

/** `fragments`: a page's fragments with their densities, so that one can see why text was kept. */
export function fragmentsCommand(done: (status: number) => void): Command {
  return new Command("fragments")
    .description(
      "Show how the density remover cuts a page: text, text density, link density, tag path and class of each fragment.",
    )
    .argument("[file]", "an HTML file; - for standard input")
    .option("-i, --input <kind=argument>", "instead of a file: where to look for a memento")
    .option("--uri <uri>", "which memento: its URI-R (the first capture of it) or its URI-M")
    .option("-o, --output <file>", "where fragments go (standard output)")
    .option("--output-type <form>", `one of: ${FORMS.join(", ")}`, "text")
    .option("--fusion <name>", `how blocks are fused, one of: ${FUSIONS.join(", ")} (plain)`)
    .option("--vmax <share>", "blocks that differ by less are fused (0.38)")
    .option("--wrap <n>", "characters of a line (80)")
    .addHelpText(
      "after",
      [
        "",
        "Examples:",
        "  detect_off_topic fragments page.html --fusion greedy --vmax 0.5",
        "  detect_off_topic fragments -i warc=crawl.warc.gz --uri http://example.org/ --output-type json",
      ].join("\n"),
    )
    .action(async (file: string | undefined, flags: FragmentsFlags) => {
      const { fusion, vmax, wrap } = flags;
      const options = densityOptions({
        ...(fusion !== undefined && { fusion }),
        ...(vmax !== undefined && { vmax: parseDecimal(vmax, "--vmax") }),
        ...(wrap !== undefined && { wrap: parseWhole(wrap, "--wrap", 1) }),
      });
      const form = requireChoice(flags.outputType, FORMS, "output type");
      const page = await readPage(file, flags);
      const fragmentation = fragmentPage(page.html, options);
      const output = openOutput(flags.output);
      await output.write(form === "json" ? asJson(fragmentation) : asText(fragmentation));
      await output.commit();
      done(exitStatus.finished);
    });
}

async function readPage(file: string | undefined, { input, uri }: FragmentsFlags): Promise<Page> {
  if (input !== undefined) {
    if (file !== undefined) throw new UsageError(`give either the file ${file} or -i, not both.`);
    if (uri === undefined)
      throw new UsageError("say which memento with --uri URI-R or --uri URI-M.");
    return findMemento(input, uri);
  }
  if (uri !== undefined) {
    throw new UsageError("--uri names a memento of an input: give -i.");
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
