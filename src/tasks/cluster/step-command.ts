import { type Values } from "../../base/option.js";
import { outputOption } from "../../command/options/output.js";
import { quietOption } from "../../command/options/running.js";
import { clusterOptions } from "./options.js";
import { partitionsOption } from "../../command/lines.js";
import { FEATURES_OF_KIND } from "./cluster-lines.js";
import { inSteps } from "./cluster-mementos.js";
import {
  clusteringOf,
  clusterLines,
  componentLines,
  keyLines,
  kindLines,
  nameLines,
  nearLines,
  pageLines,
} from "./cluster-steps.js";
import { clusterFormatters } from "./forms.js";
import { CLUSTER_DEFAULTS, type ClusterSettings } from "./options.js";
import { checkClusterSettings } from "./near-settings.js";
import { UsageError } from "../../base/errors.js";
import { RecordReader } from "../../run/lines/record-reader.js";
import { untilAborted } from "../../run/until-aborted.js";
import { requireChoice } from "../../base/find.js";
import { pairs, report } from "./command.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { placedLines, requireReadable, withLines } from "../../command/lines.js";
import { withOutput } from "../../command/output.js";

/** Steps that read and write lines between steps, in their order. */
const STEPS = {
  kinds: kindLines,
  names: nameLines,
  keys: keyLines,
  near: nearLines,
  components: componentLines,
  clusters: clusterLines,
} as const;

const options = {
  ...outputOption,
  ...clusterOptions,
  ...partitionsOption,
  ...quietOption,
} as const;

export const clusterStepCommand: CommandDefinition = defineCommand({
  name: "cluster-step",
  group: "machines",
  summary: "One step of cluster, for engines that sort between the steps.",
  description:
    "One step of cluster, lines in and lines out, for Spark, GNU parallel or sort. The result has the bytes that cluster " +
    "writes. Only pages takes settings: lines carry them. docs/many-machines.md says what each step is given.",
  words: [
    ["<step>", `pages, ${Object.keys(STEPS).join(", ")} or write`],
    ["[file...]", "files of lines, one after the other; without any, standard input"],
  ],
  examples: [
    "detect_off_topic map -tm structure-style=0.5 *.warc.gz | LC_ALL=C sort | detect_off_topic cluster-step pages --similarity 0.9",
  ],
  options,
  whenStopped: ({ output }) =>
    output === undefined ? "its output is not whole" : "no output file was written",
  async run({ values, given, words: [step = "", ...files], log, signal }) {
    requireChoice(step, ["pages", ...Object.keys(STEPS), "write"], "step of cluster-step");
    if (step !== "pages" && given.some((key) => key in CLUSTER_DEFAULTS || key.endsWith("Cost"))) {
      throw new UsageError(
        `cluster-step ${step} takes no settings: its lines carry those of the step pages. Give them there.`,
      );
    }
    await requireReadable(files);
    const { lines: all, place } = placedLines(files);
    const lines = untilAborted(all, signal);
    if (step === "write") {
      const reader = new RecordReader({ features: FEATURES_OF_KIND }, place);
      const { clusters, settings, ...rest } = await clusteringOf(lines, { reader });
      const { similarity, overlap } = settings;
      const view = { levels: [{ similarity, overlap, clusters }], ...rest };
      await withOutput(values.output, ({ write }) =>
        write(clusterFormatters[values.clusterForm](view)),
      );
      report(view, log);
      if (values.clusterForm === "html") {
        log.warn(
          "the picture has no map of distances: the lines of cluster-step do not carry trees.",
        );
      }
      return;
    }
    const written =
      step === "pages"
        ? pageLines(lines, settingsOf(values), new RecordReader({}, place))
        : STEPS[step as keyof typeof STEPS](lines, {
            reader: new RecordReader({ features: FEATURES_OF_KIND }, place),
            inSteps: (steps) => inSteps(steps, signal),
          });
    await withLines(values, signal, (write) => write(written));
  },
});

function settingsOf(values: Values<typeof options>): ClusterSettings {
  const [thresholds, ...more] = pairs(values.similarity, values.overlap);
  if (thresholds === undefined || more.length > 0) {
    throw new UsageError("cluster-step takes one --similarity. Run it once for each.");
  }
  const { structureWeight = CLUSTER_DEFAULTS.structureWeight, rounds } = values;
  const { insertCost, removeCost, renameCost } = values;
  const settings = { ...thresholds, structureWeight, rounds, insertCost, removeCost, renameCost };
  checkClusterSettings(settings);
  return settings;
}
