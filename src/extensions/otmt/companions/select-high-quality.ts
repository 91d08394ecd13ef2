import { UsageError } from "../../../base/errors.js";
import { members, parsedJson } from "../../../base/json.js";
import { groupBy } from "../../../base/math/group-by.js";
import { option, under } from "../../../base/option.js";
import { readTextFile } from "../../../base/read-file.js";
import { printable } from "../../../base/text.js";
import { type CommandDefinition, defineCommand } from "../../../command/define-command.js";
import type { Log } from "../../../command/log.js";
import { parseService } from "../../../command/option-values.js";
import { requestOptions } from "../../../command/options/input.js";
import { outputOption } from "../../../command/options/output.js";
import { cacheFileOption } from "../../../command/options/running.js";
import { type OutputFile, withOutputs } from "../../../command/output.js";
import { openFetcher } from "../../../read/http/fetcher.js";
import type { LimitChoices } from "../../../read/http/limits.js";
import { nameText } from "../../../read/timemaps/page-kind.js";
import type { Fetcher } from "../../../read/types.js";
import { qualityScore, selectHighQuality } from "./select.js";
import { type Clustered, parseClusters } from "./similar.js";
import { listText } from "./command.js";

/**
 * Damage of a memento, or the reason why it is unknown. `isDown` is true if the service failed as a whole, and not only
 * for this memento.
 */
type MementoDamage =
  | { readonly damage: number; readonly isDown: false }
  | { readonly why: string; readonly isDown: boolean };

/** Fetches the damage of a memento, 0 (none) to 1, from a Memento-Damage service (`GET /api/damage/URI-M`). */
async function fetchDamage(
  fetcher: Fetcher,
  service: string,
  uriM: string,
): Promise<MementoDamage> {
  const uri = `${service}/api/damage/${uriM}`;
  const answer = await fetcher.fetch({ uri, requestClass: "api" });
  if ("problem" in answer) return { why: answer.problem.message, isDown: true };
  const { status, body } = answer.value;
  if (status !== 200) return { why: `the service answers ${status}`, isDown: status >= 500 };
  const text = new TextDecoder().decode(body);
  const said = parsedJson(text);
  if (said === undefined) {
    return { why: `the service's answer is ${nameText(text)}, not JSON`, isDown: true };
  }
  const { total_damage: damage } = members(said);
  if (typeof damage === "number" && damage >= 0 && damage <= 1) return { damage, isDown: false };
  return { why: "the service reports no total_damage from 0 to 1", isDown: false };
}
interface Damages {
  /** Damage by URI-M, 0 (none) to 1. */
  readonly known: ReadonlyMap<string, number>;
  /** Reasons why the other mementos have no damage, by URI-M. */
  readonly unknown: ReadonlyMap<string, string>;
}

/** Number of failures in a row after which the service is considered unavailable. */
const FAILURES_IN_A_ROW = 3;

/** After {@link FAILURES_IN_A_ROW} failures in a row it sends no further requests. */
export async function fetchDamages(
  fetcher: Fetcher,
  service: string,
  uriMs: Iterable<string>,
): Promise<Damages> {
  const known = new Map<string, number>();
  const unknown = new Map<string, string>();
  let failed = 0;
  for (const uriM of new Set(uriMs)) {
    if (failed >= FAILURES_IN_A_ROW) {
      unknown.set(uriM, `not asked for: the service failed ${FAILURES_IN_A_ROW} times in a row`);
      continue;
    }
    const found = await fetchDamage(fetcher, service, uriM);
    if ("damage" in found) known.set(uriM, found.damage);
    else unknown.set(uriM, found.why);
    failed = found.isDown ? failed + 1 : 0;
  }
  return { known, unknown };
}

/**
 * Returns a line for each reason why mementos have no damage, with the number of these mementos and the first of them.
 */
export function damageNotices({ unknown }: Damages): string[] {
  return [...groupBy(unknown, ([, why]) => why)].map(([why, mementos]) => {
    const others = mementos.length === 1 ? "" : ` and ${mementos.length - 1} more`;
    return `damage of ${mementos[0]![0]}${others} taken as 0: ${why}`;
  });
}

/**
 * Returns a row for each clustered memento: slice, cluster, URI-M, quality, damage, and the reason if there is no
 * damage, separated by TABs.
 */
function qualityText(clustered: readonly Clustered[], { known, unknown }: Damages): string {
  const row = ({ slice, cluster, uriM }: Clustered): string => {
    const damage = known.get(uriM);
    const why = damage === undefined ? (unknown.get(uriM) ?? "no service was asked") : "";
    const quality = Number(qualityScore(uriM, damage).toFixed(6));
    return [slice, cluster, uriM, quality, damage ?? "", printable(why)].join("\t");
  };
  return clustered.map((each) => `${row(each)}\n`).join("");
}

const options = {
  ...under("Input", {
    clusterFile: option("-i, --cluster-file <file>", "clusters as cluster-by-simhash writes them", {
      reads: true,
    }),
    clusterFileOfOtmt: option("--input <file>", "OTMT's other name of the cluster file", {
      hidden: true,
      reads: true,
    }),
  }),
  ...outputOption,
  ...under("Output", {
    scores: option(
      "--scores <file>",
      "also write slice, cluster, URI-M, quality, damage or the reason why damage is missing, separated by TABs",
      { rare: true, writes: true },
    ),
  }),
  ...under("Saved results", {
    damageUri: option(
      "--damage_uri, --damage-uri <uri>",
      "a Memento-Damage service; without it damage is 0",
      { parse: parseService },
    ),
    damageRate: option("--rate <rate>", "requests to it, e.g. 10/s", {
      otherwise: "1/s",
      needs: ["damageUri", "is about a Memento-Damage service"],
      parse: requestOptions.rate.parse,
    }),
  }),
  ...cacheFileOption,
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
  async run({ values, log, signal }) {
    const { damageUri, damageRate, output, scores } = values;
    const clusterFile = values.clusterFile ?? values.clusterFileOfOtmt;
    if (clusterFile === undefined) {
      throw new UsageError("nothing to select from. Give clusters, e.g. -i clusters.tsv.");
    }
    const clustered = parseClusters(readTextFile(clusterFile), clusterFile);
    const files: OutputFile[] = [[output, "-o"]];
    if (scores !== undefined) files.push([scores, "--set scores"]);
    // Outputs are opened before any request, so that an output that cannot be written is reported immediately.
    await withOutputs(files, async ([selected, quality]) => {
      const uriMs = clustered.map(({ uriM }) => uriM);
      const damages =
        damageUri === undefined
          ? NO_DAMAGES
          : await askAll(damageUri, uriMs, { perMinute: damageRate }, log, signal);
      await selected!.write(listText(selectHighQuality(clustered, damages.known)));
      await quality?.write(qualityText(clustered, damages));
    });
  },
});

const NO_DAMAGES: Damages = { known: new Map(), unknown: new Map() };

async function askAll(
  service: string,
  uriMs: readonly string[],
  limits: LimitChoices,
  log: Log,
  signal: AbortSignal,
): Promise<Damages> {
  const onNotice = (notice: string): void => log.warn(notice);
  const fetcher = await openFetcher({ signal, onNotice, limits });
  try {
    const damages = await fetchDamages(fetcher, service, uriMs);
    for (const notice of damageNotices(damages)) log.warn(notice);
    return damages;
  } finally {
    await fetcher.close();
  }
}
