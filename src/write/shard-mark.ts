import { all, count, record } from "../base/codec.js";
import { jsonLine } from "../base/json.js";
import type { Settings } from "../score/settings/types.js";
import type { Writer } from "./types.js";
import { settingsLine } from "./settings-line.js";

/** Shards that a file of results contains, of n. */
export interface ShardMark {
  readonly n: number;
  readonly held: readonly number[];
}

export function shardMarkOf(row: Readonly<Record<string, unknown>>): ShardMark | undefined {
  return shardMark.read(row["shards"]);
}

const shardMark = record<ShardMark>({ n: count, held: all(count) });

/** The digest of the settings does not depend on the mark. */
export function withShardMark(line: string, shards: ShardMark | undefined): string {
  return jsonLine({ ...(JSON.parse(line) as object), shards });
}

/** Writes the line of settings even if there are no results, so that an empty shard differs from a missing one. */
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
