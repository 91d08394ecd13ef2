import { FEATURES_OF_KIND } from "../tasks/cluster/cluster-lines.js";
import { inSteps } from "../tasks/cluster/cluster-mementos.js";
import {
  clusteringOf,
  clusterLines,
  componentLines,
  keyLines,
  kindLines,
  memberLines,
  nameLines,
  nearLines,
  pageLines,
  type StepChoices,
} from "../tasks/cluster/cluster-steps.js";
import { CLUSTER_WRITERS } from "../tasks/cluster/picture.js";
import { CLUSTER_DEFAULTS } from "../tasks/cluster/choices.js";
import { checkClusterSettings } from "../tasks/cluster/near-settings.js";
import { pagesOfRecords } from "../tasks/cluster/pages-of-records.js";
import { UsageError } from "../base/errors.js";
import { checkedSettings } from "../run/detect.js";
import { settledLines } from "../run/lines/lines.js";
import { RecordReader } from "../run/lines/record-reader.js";
import { readerOf } from "../run/map-reduce.js";
import { inOrder } from "../run/lines/in-order.js";
import { untilAborted } from "../run/until-aborted.js";
import { planRun, stampOf } from "../score/plan.js";
import { requireChoice } from "../score/settings/find.js";
import { pairs, report } from "./cluster.js";
import { defineCommand, type MakeCommand } from "./define-command.js";
import { placedLines, requireReadable, withLines } from "./map-reduce.js";
import type { Values } from "./options.js";
import { withOutput } from "./output.js";
import { settingsChoices } from "./run-choices.js";

/** The steps that read lines of one before, in their order. */
const STEPS = {
  kinds: kindLines,
  names: nameLines,
  keys: keyLines,
  near: nearLines,
  components: componentLines,
  clusters: clusterLines,
  members: memberLines,
} as const;

export const clusterStepCommand: MakeCommand = defineCommand({
  name: "cluster_step",
  description:
    "One step of cluster, lines in and lines out, for Spark, GNU parallel or sort: pages (of sorted map records), kinds, " +
    "names, keys, near, components, kinds again, clusters, members, write. The result has the bytes that cluster writes. " +
    "docs/many-machines.md has the order of the steps, and what each one is given.",
  words: [
    ["<step>", `pages, ${Object.keys(STEPS).join(", ")} or write`],
    ["[file...]", "files of lines, one after the other; without any, standard input"],
  ],
  examples: [
    "detect_off_topic map -tm structure-style=0.5 *.warc.gz | LC_ALL=C sort | detect_off_topic cluster_step pages -tm structure-style=0.5",
  ],
  whenStopped: ({ output }) =>
    output === undefined ? "its output is not whole" : "no output file was written",
  async run({ values, words: [step = "", ...files], log, signal }) {
    requireChoice(step, ["pages", ...Object.keys(STEPS), "write"], "step of cluster_step");
    await requireReadable(files);
    const { lines, place } = placedLines(files);
    const given = untilAborted(lines, signal);
    if (step === "write") {
      const { similarity, overlap } = settingsOf(values);
      const clustering = await clusteringOf(inOrder(given));
      const { clusters, ...rest } = clustering;
      const view = { levels: [{ similarity, overlap, clusters }], ...rest };
      await withOutput(values.output, ({ write }) =>
        write(CLUSTER_WRITERS[values.clusterForm](view)),
      );
      report(view, log);
      if (values.clusterForm === "html") {
        log.warn(
          "the picture has no map of distances: the lines of cluster_step do not carry trees.",
        );
      }
      return;
    }
    const choices = choicesOf(values, place, signal);
    await withLines(values, signal, (write) =>
      write(
        step === "pages"
          ? pageLines(pagesOf(given, values, place), choices.stamp)
          : STEPS[step as keyof typeof STEPS](given, choices),
      ),
    );
  },
});

type StepValues = Values<"cluster_step">;

function settingsOf(values: StepValues): StepChoices["settings"] {
  const [thresholds, ...more] = pairs(values.similarity, values.overlap);
  if (thresholds === undefined || more.length > 0) {
    throw new UsageError("cluster_step takes one --similarity. Run it once for each.");
  }
  const { structureWeight = CLUSTER_DEFAULTS.structureWeight, rounds } = values;
  const { insertCost, removeCost, renameCost } = values;
  const settings = { ...thresholds, structureWeight, rounds, insertCost, removeCost, renameCost };
  checkClusterSettings(settings);
  return settings;
}

function choicesOf(
  values: StepValues,
  place: () => string,
  signal: AbortSignal,
): StepChoices & { readonly stamp: string } {
  const { settings, definitions } = recordsOf(values);
  const stamp = stampOf(settings, definitions.measures);
  return {
    settings: settingsOf(values),
    stamp,
    reader: new RecordReader({ stamp, features: FEATURES_OF_KIND }, place),
    inSteps: (steps) => inSteps(steps, signal),
  };
}

/** Of the options that map was given. */
function recordsOf(values: StepValues): ReturnType<typeof checkedSettings> {
  const { similarity: _, overlap: __, rounds: ___, ...ofMap } = values;
  return checkedSettings(settingsChoices(ofMap));
}

function pagesOf(
  lines: AsyncIterable<string>,
  values: StepValues,
  place: () => string,
): ReturnType<typeof pagesOfRecords> {
  const { settings, definitions } = recordsOf(values);
  const names = planRun(settings, definitions.measures).requests.map(({ feature }) => feature);
  const [tree, classes] = FEATURES_OF_KIND.map(({ keyword }) => names.indexOf(keyword));
  if (tree! < 0 || classes! < 0) {
    throw new UsageError(
      "records without structure and style cannot be clustered. Give map and cluster_step -tm structure-style=0.5.",
    );
  }
  const reader = readerOf(settings, definitions, { place });
  return pagesOfRecords(settledLines(inOrder(lines)), {
    at: [tree!, classes!],
    decode: (line) => reader.decode(line),
    problem: (line) => reader.problem(line),
  });
}
