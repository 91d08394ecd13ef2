#!/usr/bin/env node
/**
 * The rounds between `map` and `reduce`, for an engine that sorts: lines in on standard input, lines out.
 *
 *     node rounds.mjs resolve              one round of resolve: sorted lines in, the lines to sort in with them out
 *     node rounds.mjs cluster [FORM]       sorted records in, the output of cluster out (json, csv or text)
 *
 * `-o FILE` writes a file, which is whole or absent. `-o FILE --partitions N` writes the lines of N parts of all keys to
 * FILE.1 to FILE.N. Settings of clusters: `--similarity`, `--overlap`, `--structure-weight`, `--rounds`.
 *
 * Lines of `resolve` by their fourth field, and their keys:
 *
 *     record, temporary, absent   a record, or that there is none; its key is the grouping key
 *     target-...                  a capture under one of its names, which is the key
 *     looks                       a revisit or redirect that looks for its target; the key is the name that it looks under
 *     wants                       one that has found it; the key of the record that it repeats
 *     reached                     a redirect: captures within ten minutes after it were reached by it; the key of its target
 *     problem                     a TimeMap that failed
 *
 * 1. Give `resolve` targets and those that look for one, sorted, all of a key together. It writes lines of the other kinds.
 *    Repeat with all targets and those that still look, until there are none. Three or four rounds are usual. A task holds
 *    the targets of one name.
 * 2. Give it all records and what the rounds wrote, sorted. It writes the copies.
 * 3. Give `reduce` all records, what the rounds wrote, and the copies, sorted. Later lines replace earlier ones of the same
 *    capture.
 */
import { createWriteStream, renameSync } from "node:fs";
import { once } from "node:events";
import { parseArgs } from "node:util";
import {
  clusterRecords,
  formatClusters,
  inShard,
  resolveRound,
  UsageError,
} from "detect-off-topic";

const FORMS = ["json", "csv", "text"];
const SETTINGS = {
  similarity: "similarity",
  overlap: "overlap",
  "structure-weight": "structureWeight",
  rounds: "rounds",
};

/** The rounds. Each yields the texts to write. */
const rounds = {
  resolve: (lines) => withEnds(resolveRound(lines)),
  async *cluster(lines, form, values) {
    const chosen = Object.entries(SETTINGS).filter(([option]) => values[option] !== undefined);
    const settings = chosen.map(([option, name]) => [name, Number(values[option])]);
    yield formatClusters(await clusterRecords(lines, Object.fromEntries(settings)), form);
  },
};

async function* withEnds(lines) {
  for await (const line of lines) yield `${line}\n`;
}

/** Yields the lines of standard input. (`node:readline` would also split at U+2028, which a record may have.) */
async function* given() {
  let pieces = [];
  for await (const text of process.stdin.setEncoding("utf8")) {
    const [first, ...lines] = text.split("\n");
    pieces.push(first);
    if (lines.length === 0) continue;
    lines.unshift(pieces.join(""));
    pieces = [lines.pop()];
    yield* lines.filter((line) => line !== "");
  }
  if (pieces.join("") !== "") yield pieces.join("");
}

/** Opens the output, and returns functions that write to it and complete it. */
function opened({ output, partitions }) {
  if (output === undefined)
    return { write: (text) => send(process.stdout, text), finish: async () => undefined };
  const names = Array.from({ length: partitions ?? 1 }, (_, at) =>
    partitions === undefined ? output : `${output}.${at + 1}`,
  );
  const parts = names.map((name) => createWriteStream(`${name}.partial`));
  const partOf = (line) => {
    const key = line.slice(0, line.indexOf("\t"));
    return names.findIndex((_, at) => inShard(key, { k: at + 1, n: names.length }));
  };
  return {
    write: (text) => send(parts[names.length === 1 ? 0 : partOf(text)], text),
    async finish() {
      for (const part of parts) await once(part.end(), "close");
      for (const name of names) renameSync(`${name}.partial`, name);
    },
  };
}

const send = async (stream, text) => {
  if (!stream.write(text)) await once(stream, "drain");
};

function choices() {
  const option = { type: "string" };
  const options = { output: { ...option, short: "o" }, partitions: option };
  for (const name of Object.keys(SETTINGS)) options[name] = option;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name = "", form = "json", ...more] = positionals;
  const { output, partitions } = values;
  const parts = partitions === undefined ? undefined : Number(partitions);
  if (!Object.hasOwn(rounds, name) || more.length > 0 || !FORMS.includes(form)) {
    throw new UsageError("say which round: resolve, or cluster with json, csv or text.");
  }
  if (parts !== undefined && (output === undefined || !(Number.isInteger(parts) && parts > 0))) {
    throw new UsageError("--partitions is a whole number of files, and needs -o FILE.");
  }
  return { name, form, values, output, partitions: parts };
}

// A program that stops reading the output wants no more of it.
process.stdout.on("error", (cause) => process.exit(cause.code === "EPIPE" ? 0 : 1));
try {
  const { name, form, values, ...to } = choices();
  const { write, finish } = opened(to);
  for await (const text of rounds[name](given(), form, values)) await write(text);
  await finish();
} catch (cause) {
  const isUsage = cause instanceof UsageError || cause.code?.startsWith("ERR_PARSE_ARGS");
  process.stderr.write(`rounds.mjs: ${isUsage ? cause.message : cause.stack}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
