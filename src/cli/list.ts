import { Command } from "commander";
import { inputs } from "../inputs/index.js";
import { removers } from "../pages/boilerplate/index.js";
import { writers } from "../results/writers/index.js";
import { measures } from "../scoring/measures/index.js";
import { cutText, inputLines, rangeText, removerLines, writerLines } from "../settings/describe.js";
import { requireChoice } from "../settings/find.js";
import type { Measure } from "../types.js";

const SECTIONS = {
  measures: () => measures.flatMap(measureLines),
  inputs: () => inputLines(inputs),
  writers: () => writerLines(writers),
  removers: () => removerLines(removers),
} as const;

/** `detect_off_topic list [what]`: what there is to choose from, read from the registry. */
export function listCommand(): Command {
  const names = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];
  return new Command("list")
    .description("Show the measures, inputs, writers and removers that there are.")
    .argument("[what]", `one of: ${names.join(", ")}`)
    .addHelpText("after", "\nExample:\n  detect_off_topic list measures")
    .action((what: string | undefined) => {
      const wanted = what === undefined ? names : [requireChoice(what, names, "list")];
      const text = wanted.map((name) => [`${name}:`, ...SECTIONS[name]()].join("\n")).join("\n\n");
      process.stdout.write(`${text}\n`);
    });
}

function measureLines(measure: Measure): string[] {
  const { keyword, aliases, title, summary, equalScore, source } = measure;
  return [
    `  ${[keyword, ...aliases].join(", ")}: ${title}`,
    `      ${summary}`,
    `      scores ${rangeText(measure)}, equal pages ${equalScore}; ` +
      `off-topic when: ${cutText(measure, "paper")} (paper), ${cutText(measure, "otmt-1.0.5")} (otmt-1.0.5)`,
    `      ${source}`,
  ];
}
