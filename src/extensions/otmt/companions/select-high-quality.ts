import { UsageError } from "../../../base/errors.js";
import { option, under } from "../../../base/option.js";
import { readTextFile } from "../../../base/read-file.js";
import { tsvRows } from "../../../base/text.js";
import { type CommandDefinition, defineCommand } from "../../../command/define-command.js";
import { outputOption } from "../../../command/options/output.js";
import { type OutputFile, withOutputs } from "../../../command/output.js";
import { listText } from "./command.js";
import { qualityScore, selectHighQuality } from "./select.js";
import { parseClusters } from "./similar.js";

const options = {
  ...under("Input", {
    clusterFile: option("-i, --cluster-file <file>", "clusters as cluster-by-simhash writes them", {
      reads: true,
    }),
    clusterFileOfOtmt: option("--input <file>", "OTMT's other name of the cluster file", {
      hidden: true,
      reads: true,
    }),
    damage: option(
      "--damage <file>",
      "URI-M, TAB and damage, 0 (none) to 1, as a Memento-Damage service says; without it damage is 0",
      { reads: true, parse: (file: string) => parseDamage(readTextFile(file), file) },
    ),
  }),
  ...outputOption,
  ...under("Output", {
    scores: option(
      "--scores <file>",
      "also write slice, cluster, URI-M, quality and damage, separated by TABs",
      { rare: true, writes: true },
    ),
  }),
} as const;

export const selectHighQualityCommand: CommandDefinition = defineCommand({
  name: "select-high-quality",
  group: "stories",
  summary: "List the best memento of each cluster.",
  description:
    "List the best memento of each cluster of each slice: -0.40 damage + 0.15 category of its host + 0.45 depth of its path.",
  examples: ["detect_off_topic select-high-quality -i clusters.tsv -o story.txt"],
  options,
  whenStopped: () => "no output file was written",
  async run({ values: { damage, output, scores, ...values } }) {
    const clusterFile = values.clusterFile ?? values.clusterFileOfOtmt;
    if (clusterFile === undefined) {
      throw new UsageError("nothing to select from. Give clusters, e.g. -i clusters.tsv.");
    }
    const clustered = parseClusters(readTextFile(clusterFile), clusterFile);
    const files: OutputFile[] = [[output, "-o"]];
    if (scores !== undefined) files.push([scores, "--set scores"]);
    await withOutputs(files, async ([selected, quality]) => {
      await selected!.write(listText(selectHighQuality(clustered, damage)));
      const rows = clustered.map(({ slice, cluster, uriM }) => {
        const own = damage?.get(uriM);
        const score = Number(qualityScore(uriM, own).toFixed(6));
        return `${[slice, cluster, uriM, score, own ?? ""].join("\t")}\n`;
      });
      await quality?.write(rows.join(""));
    });
  },
});

/** Throws a `UsageError` for a row without a damage from 0 to 1. */
function parseDamage(text: string, file: string): ReadonlyMap<string, number> {
  const damages = new Map<string, number>();
  for (const { number, fields } of tsvRows(text)) {
    const [uriM = "", damage = ""] = fields;
    if (damage === "" || !(Number(damage) >= 0 && Number(damage) <= 1)) {
      throw new UsageError(`${file}, line ${number} is not a row of URI-M, TAB, damage (0 to 1).`);
    }
    damages.set(uriM, Number(damage));
  }
  return damages;
}
