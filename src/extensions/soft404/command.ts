import { UsageError } from "../../base/errors.js";
import { counted } from "../../base/text.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { exitStatus, statusOfFailures } from "../../command/exit-status.js";
import { inputOption } from "../../command/options/input.js";
import { formOption, outputOption } from "../../command/options/output.js";
import { memoryOption, quietOption, workersOption } from "../../command/options/running.js";
import { withOutput } from "../../command/output.js";
import { progressLine } from "../../command/progress.js";
import { warnOfDamage } from "../../command/run-messages.js";
import { writeTexts } from "../../command/write-results.js";
import { findSoft404 } from "./find-groups.js";
import { soft404Forms } from "./forms.js";

const options = {
  ...inputOption,
  ...outputOption,
  soft404Form: formOption(
    ["text", "json", "csv", "heritrix", "browsertrix"],
    "form of the groups; heritrix and browsertrix: only the rules, as that crawler reads them",
  ),
  ...workersOption,
  ...memoryOption,
  ...quietOption,
} as const;

export const soft404Command: CommandDefinition = defineCommand({
  name: "soft404",
  group: "papers",
  summary: "Find soft 404s and traps in a crawl, with exclusion rules.",
  description:
    "Find many URIs of one host with nearly one text in a crawl: soft 404s, walls, calendars, sessions and faceted searches. " +
    "Writes groups with rules that keep a crawler out. docs/soft404.md explains it.",
  examples: [
    "detect_off_topic soft404 -i warc=crawl.warc.gz",
    "detect_off_topic soft404 -i wacz=crawl.wacz -ot browsertrix -o exclude.yaml",
    "detect_off_topic soft404 -i warc=crawl.warc.gz -ot json -o traps.json && detect_off_topic -i warc=crawl.warc.gz --soft404 traps.json",
  ],
  options,
  whenStopped: () => "no output file was written",
  async run({ values, log, signal }) {
    const { input, output, soft404Form, memoryBytes, workers } = values;
    if (input === undefined) {
      throw new UsageError("nothing to read. Give a crawl, e.g. soft404 -i warc=crawl.warc.gz.");
    }
    const progress = progressLine(values.quiet !== true);
    return withOutput(output, async (file) => {
      const found = await findSoft404({
        ...{ input, memoryBytes, workers, signal },
        onProgress: (state) => progress.show(state),
        onDamage: (damage) => warnOfDamage(damage, log),
      });
      try {
        progress.end();
        await writeTexts(oneByOne(soft404Forms[soft404Form](found)), file, signal);
        const uris = found.groups.reduce((sum, group) => sum + group.uris, 0);
        log.detail(
          `${counted(found.pages, "page")}, ${counted(found.groups.length, "group")} of ${counted(uris, "URI")}`,
        );
        const failed = statusOfFailures(found.tally.failures, log);
        if (found.incomplete !== undefined) {
          log.warn(found.incomplete);
          return exitStatus.incomplete;
        }
        if (found.captures > 0) return failed;
        log.warn("nothing was judged: the input has no capture of a page.");
        return exitStatus.nothingJudged;
      } finally {
        found.close();
      }
    }).finally(() => progress.end());
  },
});

async function* oneByOne(texts: Iterable<string>): AsyncGenerator<string> {
  for (const text of texts) yield await Promise.resolve(text);
}
