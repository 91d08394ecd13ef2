import { Command } from "commander";
import { mapRecords } from "../map-reduce.js";
import { addHttpOptions, httpChoices, type HttpFlags } from "./http-options.js";
import { exitStatus } from "./exit-status.js";
import { interruptible } from "./interrupt.js";
import { openLog } from "./log.js";
import {
  addMessageOptions,
  addSettingsOptions,
  settingsChoices,
  type MessageFlags,
  type SettingsFlags,
} from "./settings-options.js";
import { addShardOption, shardChoice, type ShardFlags } from "./shard-option.js";
import { linesOf, OUTPUT_IS_PART, writeLines } from "./stream-lines.js";
import { summaryLines } from "./summary.js";

/** `map`: WARC paths or URI-Ts in, one record a line out. */
export function mapCommand(done: (status: number) => void): Command {
  const command = new Command("map")
    .description(
      "Read captures and write one feature record a line: grouping key, memento-datetime, tie, JSON, separated by TABs " +
        "and sorted. First half of map | sort | reduce on Spark, Hadoop streaming, Slurm or GNU parallel.",
    )
    .argument("[source...]", "WARC paths or URI-Ts; without any, one a line on standard input")
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic map a.warc.gz b.warc.gz | LC_ALL=C sort | detect_off_topic reduce",
    )
    .action(async (sources: readonly string[], flags: MapFlags) => {
      done(await runMap(sources, flags));
    });
  return addMessageOptions(addHttpOptions(addShardOption(addSettingsOptions(command))));
}

type MapFlags = SettingsFlags & MessageFlags & HttpFlags & ShardFlags;

async function runMap(given: readonly string[], flags: MapFlags): Promise<number> {
  const log = openLog(flags);
  const sources = [...given];
  if (given.length === 0) for await (const line of linesOf([])) sources.push(line.trim());
  // An empty partition is no mistake: engines run the command on every one.
  if (sources.length === 0) return exitStatus.finished;
  const started = performance.now();
  return interruptible(async (signal) => {
    const { lines, tally, fetched } = await mapRecords({
      ...settingsChoices(flags),
      ...shardChoice(flags),
      ...(await httpChoices(flags, (notice) => log.warn(notice))),
      input: sources.map(inputOf),
      signal,
      onDamage: ({ source, message }) =>
        log.warn(`warning: ${source.file}, byte ${source.offset}: ${message}`),
    });
    await writeLines(lines, signal);
    const seconds = (performance.now() - started) / 1000;
    for (const line of summaryLines(tally, seconds).slice(-1)) log.detail(line);
    if (fetched?.incomplete === undefined) return exitStatus.finished;
    log.warn(fetched.incomplete);
    return exitStatus.incomplete;
  }, OUTPUT_IS_PART);
}

/** A URI is a URI-T, anything else a path; a comma in a path separates nothing here. */
function inputOf(source: string): string {
  if (/^https?:\/\//iu.test(source)) return `timemap=${source}`;
  return `warc=${source.replace(/[%,=]/gu, encodeURIComponent)}`;
}
