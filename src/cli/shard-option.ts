import type { Command } from "commander";
import type { Shard } from "../run/shard.js";
import { parseShard } from "./parse-values.js";

/** What commander makes of `--shard`. */
export interface ShardFlags {
  readonly shard?: string;
}

/** Puts `--shard` on a command. */
export function addShardOption(command: Command): Command {
  return command.option(
    "--shard <k/n>",
    "only the k-th of n parts of all TimeMaps, told by a hash of the grouping key; see merge",
  );
}

/** The same as the library takes it; throws a `UsageError` for a bad value. */
export function shardChoice({ shard }: ShardFlags): { readonly shard?: Shard } {
  return shard === undefined ? {} : { shard: parseShard(shard) };
}
