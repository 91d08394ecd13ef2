import { all, count, record } from "../base/codec.js";
import { jsonLine } from "../base/json.js";
import type { Settings } from "../score/settings/types.js";
import type { Writer } from "./types.js";
import { settingsLine } from "./settings-line.js";

/** Which of n shards a file of results holds. */
export interface ShardMark {
  readonly n: number;
  readonly held: readonly number[];
}

/** The mark that a line of settings carries; undefined where it carries none. */
export function shardMarkOf(row: Readonly<Record<string, unknown>>): ShardMark | undefined {
  return shardMark.read(row["shards"]);
}

const shardMark = record<ShardMark>({ n: count, held: all(count) });

/** A line of settings with another mark, or without one. The mark is outside of what the digest is made of. */
export function withShardMark(line: string, shards: ShardMark | undefined): string {
  return jsonLine({ ...(JSON.parse(line) as object), shards });
}

/**
 * A writer of JSON Lines whose line of settings says which shard it is, also where no result follows: an empty shard is not
 * a missing one.
 */
export const markingShard = (
  writer: Writer,
  { k, n }: { readonly k: number; readonly n: number },
): Writer => ({
  ...writer,
  async *write(results, settings: Settings, about) {
    const mark = { n, held: [k] };
    let isFirst = true;
    for await (const piece of writer.write(results, settings, about)) {
      const text = String(piece);
      const end = text.indexOf("\n");
      yield isFirst ? withShardMark(text.slice(0, end), mark) + text.slice(end) : text;
      isFirst = false;
    }
    if (isFirst) yield `${withShardMark(settingsLine(settings).line, mark)}\n`;
  },
});
