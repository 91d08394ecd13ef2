import { knownArchives } from "../read/archives/known-archives.js";
import { removers } from "../page/boilerplate/index.js";
import { writers } from "../report/writers.js";
import { measures } from "../score/measures/index.js";
import { cutText, rangeText } from "../score/settings/thresholds.js";
import { requireChoice } from "../score/settings/find.js";
import type { Measure } from "../score/types.js";
import { defineCommand, type MakeCommand } from "./define-command.js";
import { definitionLines, inputLines, ofPlugin } from "./help.js";
import { openOutput } from "./output.js";

const archiveLines = (): string =>
  definitionLines(
    knownArchives.map(({ keyword, archive, replay }) => ({
      keyword,
      summary: `${archive}, ${replay}`,
    })),
  );

const SECTIONS = {
  measures: () => measures.flatMap(measureLines).join("\n"),
  inputs: inputLines,
  writers: () => definitionLines(writers),
  removers: () => definitionLines(removers),
  archives: archiveLines,
} as const;

export const listCommand: MakeCommand = defineCommand({
  name: "list",
  summary: "Show the measures, inputs, writers, removers and archives that there are.",
  description: "Show the measures, inputs, writers, removers and archives that there are.",
  words: [["[what]", `one of: ${Object.keys(SECTIONS).join(", ")}`]],
  examples: ["detect_off_topic list measures"],
  async run({ words: [what] }) {
    const names = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];
    const wanted = what === undefined ? names : [requireChoice(what, names, "list")];
    const text = wanted.map((name) => `${name}:\n${SECTIONS[name]()}`).join("\n\n");
    await openOutput(undefined).write(`${text}\n`);
  },
});

function measureLines(measure: Measure): string[] {
  const { keyword, aliases, title, summary, equalScore, source } = measure;
  return [
    `  ${[keyword, ...aliases].join(", ")}: ${title}${ofPlugin(measure)}`,
    `      ${summary}`,
    `      scores ${rangeText(measure)}, equal pages ${equalScore}; ` +
      `off-topic when: ${cutText(measure, "paper")} (paper), ${cutText(measure, "otmt-1.0.5")} (otmt-1.0.5)`,
    `      ${source}`,
  ];
}
