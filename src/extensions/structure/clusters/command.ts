import { UsageError } from "../../../base/errors.js";
import { option, under } from "../../../base/option.js";
import { readTextFile } from "../../../base/read-file.js";
import { counted } from "../../../base/text.js";
import { type CommandDefinition, defineCommand } from "../../../command/define-command.js";
import { exitStatus } from "../../../command/exit-status.js";
import type { Log } from "../../../command/log.js";
import { fetchOptions, inputOption } from "../../../command/options/input.js";
import { outputOption, replayOption } from "../../../command/options/output.js";
import { pluginsOption, quietOption, workersOption } from "../../../command/options/running.js";
import { withOutput } from "../../../command/output.js";
import { progressLine } from "../../../command/progress.js";
import { detectOptions, whatIsKept } from "../../../command/run-messages.js";
import { readResults } from "../../../write/read-results.js";
import { CLUSTER_DEFAULTS, clusterOptions } from "./options.js";
import { clusterMementos } from "./cluster-mementos.js";
import { clusterFormatters, TOO_LARGE_TO_COMPARE } from "./forms.js";
import { goldFigures, parseClasses } from "./gold-classes.js";
import { verdictsOf } from "./page-groups.js";
import type { ClusterView } from "./picture.js";

const options = {
  ...inputOption,
  ...fetchOptions,
  ...outputOption,
  ...clusterOptions,
  ...replayOption,
  ...under("Gold data", {
    labels: option(
      "--labels <labels.tsv>",
      "labels of pages, as tab-separated URI and label (or kind): adds adjusted Rand index, purity and the clusters of each label",
      { reads: true },
    ),
  }),
  ...under("Clusters", {
    runResults: option(
      "--results <run.jsonl>",
      "results of a run over the same input: -ot html colours pages by verdict and kind, without it by kind alone",
      { reads: true },
    ),
  }),
  ...pluginsOption,
  ...workersOption,
  ...quietOption,
} as const;

export const clusterCommand: CommandDefinition = defineCommand({
  name: "cluster",
  group: "papers",
  summary: "Group mementos by structure and style, across TimeMaps.",
  description:
    "Group the mementos of an input by structure and style, across TimeMaps: pages of one template (error pages, " +
    "parked domains) fall together. docs/clusters.md explains it.",
  examples: [
    "detect_off_topic cluster -i warc=crawl.warc.gz -ot csv -o clusters.csv",
    "detect_off_topic cluster -i warc=crawl.warc.gz -ot html -o clusters.html",
    "detect_off_topic cluster -i warc=crawl.warc.gz -ot text --similarity 0.8 --labels labels.tsv",
  ],
  options,
  whenStopped: whatIsKept,
  async run({ values, log, signal }) {
    const { input, output, clusterForm, replay, runResults, labels: gold } = values;
    if (input === undefined) {
      throw new UsageError("nothing to read. Say what, e.g. cluster -i warc=crawl.warc.gz.");
    }
    const labels = gold === undefined ? undefined : parseClasses(readTextFile(gold), gold);
    const isPicture = clusterForm === "html";
    if (runResults !== undefined && !isPicture) {
      throw new UsageError(
        "--results colours pages, which only -ot html shows. Give it with that.",
      );
    }
    const saved = runResults === undefined ? undefined : await readResults(runResults);
    const progress = progressLine(values.quiet !== true);
    const view = await withOutput(output, async ({ write }) => {
      const clustering = await clusterMementos({
        ...detectOptions(values, log),
        ...{ similarity: values.similarity, overlap: values.overlap, rounds: values.rounds },
        input,
        structureWeight: values.structureWeight ?? CLUSTER_DEFAULTS.structureWeight,
        ...(isPicture && { signs: true }),
        signal,
        onProgress: (state) => progress.show(state),
      });
      progress.end();
      const made: ClusterView = {
        ...clustering,
        classes: labels,
        gold:
          labels === undefined || clustering.mementos === 0
            ? undefined
            : goldFigures(clustering.clusters, labels),
        verdicts: saved && verdictsOf(clustering, saved),
        replay,
      };
      await write(clusterFormatters[clusterForm](made));
      return made;
    }).finally(() => progress.end());
    reportClusters(view, log);
    if (view.incomplete === undefined) return exitStatus.finished;
    log.warn(view.incomplete);
    return exitStatus.incomplete;
  },
});

function reportClusters({ clusters, mementos, failed, gold }: ClusterView, log: Log): void {
  const large = clusters.reduce((sum, { tooLarge }) => sum + tooLarge.length, 0);
  if (large > 0) log.warn(`${counted(large, "memento")} ${TOO_LARGE_TO_COMPARE}.`);
  const shared = clusters.filter(
    ({ members }) => new Set(members.map(({ capture }) => capture.uriR)).size > 1,
  );
  const agreement =
    gold === undefined
      ? ""
      : ` Of ${gold.labelled} labelled: adjusted Rand index ${gold.adjustedRandIndex.toFixed(3)}, purity ${gold.purity.toFixed(3)}.`;
  log.info(
    `${counted(mementos, "memento")} in ${counted(clusters.length, "cluster")}, ${shared.length} of them across seeds; ` +
      `${counted(failed.length, "memento")} could not be read.${agreement}`,
  );
}
