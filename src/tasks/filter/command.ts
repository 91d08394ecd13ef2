import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { UsageError } from "../../base/errors.js";
import { groupBy } from "../../base/math/group-by.js";
import { option, under } from "../../base/option.js";
import { isPipe } from "../../base/read-file.js";
import { counted, printable } from "../../base/text.js";
import { archivedFiles } from "../../command/archived-files.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import type { Log } from "../../command/log.js";
import { inputOption, requestOptions } from "../../command/options/input.js";
import { overridesOption, STATUSES } from "../../command/options/output.js";
import { messageOptions, pluginsOption } from "../../command/options/running.js";
import { refuseToReplace, withOutput } from "../../command/output.js";
import { readAllResults, warnOfForgotten, warnOfUnused } from "../../command/overridden-results.js";
import { detectOptions, warnOfDamage } from "../../command/run-messages.js";
import { writeTexts } from "../../command/write-results.js";
import type { Damage } from "../../run/setup/run-options.js";
import type { SavedResults } from "../../write/read-results.js";
import { copyFiles } from "./copy.js";
import { copyFetched } from "./fetched.js";
import { type SourceFile, withFiles } from "./files.js";
import { accessRules, cdxjWithout } from "./lists.js";
import type { About } from "./made-records.js";
import { Output } from "./output.js";
import { type Row, Verdicts } from "./verdicts.js";

const options = {
  ...inputOption,
  ...overridesOption,
  ...under("Output", {
    filterOutput: option(
      "-o, --output <folder|file>",
      "a folder (archive/ and indexes/), or a FILE.wacz; with --as a list",
    ),
    as: option(
      "--as <form>",
      "write a list instead of a copy: cdxj (index of the captures that stay) or aclj (access rules for pywb that hide the others)",
      { choices: ["cdxj", "aclj"] },
    ),
    keep: option("--only <status>", "copy only judged captures of this status", {
      choices: STATUSES,
      otherwise: "all but off-topic",
    }),
  }),
  ...requestOptions,
  ...pluginsOption,
  ...messageOptions,
} as const;

export const filterCommand: CommandDefinition = defineCommand({
  name: "filter",
  group: "use",
  summary: "Copy a collection without its off-topic captures.",
  description:
    "Copy WARC, ARC and WACZ files without the captures that results, or a curator's decisions, call off-topic. All other " +
    "records are copied byte for byte: images, scripts, redirects, captures without a verdict and unsure ones. -o FOLDER/ " +
    "has archive/ and indexes/, as pywb serves it; -o FILE.wacz is one WACZ. --as writes a list instead. Nothing is ever " +
    "deleted: only what filter itself wrote is replaced. Of -i dir=FOLDER the mementos that -d kept are written as the " +
    "captures that they were.",
  words: [["[results...]", "JSON Lines of a run on the files; of -i dir= they may be left out"]],
  examples: [
    "detect_off_topic filter out.jsonl -i warc=crawls/ -o clean/",
    "detect_off_topic filter out.jsonl --overrides decisions.tsv -i wacz=crawl.wacz -o clean.wacz",
    "detect_off_topic filter out.jsonl -i warc=crawls/ --as cdxj -o clean.cdxj",
    "detect_off_topic filter out.jsonl -i dir=work -o captures/",
  ],
  options,
  whenStopped: () => "no output file was written",
  async run({ values, words: results, log, signal }) {
    const { input = [], overrides, keep, as, filterOutput: path } = values;
    const { paths, directories } = await archivedFiles(input, "captures are copied", log);
    const isOfFiles = directories.length === 0;
    if (!isOfFiles && paths.length > 0) {
      throw new UsageError(
        "filter copies files or working directories, not both at once. Run it once for each.",
      );
    }
    const saved = await readVerdicts(results, isOfFiles);
    const verdicts = new Verdicts(saved.mementos, overrides, keep);
    const { withoutPlace } = verdicts;
    if (isOfFiles && as !== "aclj" && withoutPlace > 0) {
      throw new UsageError(
        `${saved.file} does not say where ${counted(withoutPlace, "memento")} can be found in WARC files. Give the JSON Lines (-ot jsonl) of a run on them.`,
      );
    }
    const onUnread = (item: Damage): void => warnOfDamage(item, log);
    const withAll = (use: (files: readonly SourceFile[]) => Promise<void>): Promise<void> =>
      withFiles(paths, detectOptions(values, log), onUnread, signal, use);
    const list = (texts: AsyncIterable<string>): Promise<void> => {
      refuseToReplace(path, "-o", [...results, ...input]);
      return withOutput(path, (to) => writeTexts(texts, to, signal));
    };
    const copyTo = async (places: readonly string[], copy: Copy): Promise<void> => {
      const output = await openCopy(path, places, signal);
      try {
        const about = { date: dateOfRecords(), fields: aboutOf(results, saved, keep) };
        const tell = await copy(output, about);
        await output.publish(keptPages(saved, verdicts), about.date);
        tell();
      } finally {
        output.discard();
      }
    };

    if (as === "aclj") await list(Readable.from(accessRuleLines(saved, verdicts, log)));
    else if (as === "cdxj") await withAll((files) => list(cdxjWithout(files, verdicts)));
    else if (isOfFiles) {
      await withAll((files) => {
        const places = files.map(({ place }) => place);
        return copyTo(places, async (output, about) => {
          const copied = await copyFiles(files, verdicts, output, about);
          return () => tellCopied(copied, path!, saved, verdicts, log);
        });
      });
    } else {
      await copyTo(directories, async (output, about) => {
        const { captures, leftOut } = await copyFetched(directories, verdicts, output, about);
        return () => {
          warnOfMissing(verdicts, leftOut, log);
          log.info(
            `${path}: ${counted(captures, "capture")}; left out ${counted(leftOut.size, "memento")}`,
          );
        };
      });
    }
    warnOfUnused({ overrides }, log);
    if (overrides === undefined) warnOfForgotten(saved, "--overrides", log);
  },
});

/** Copies to an output, and returns what tells of the copy when the output is at its place. */
type Copy = (output: Output, about: About) => Promise<() => void>;

/** Without results, all of a working directory is copied. Throws a `UsageError` if nothing says what of files is off-topic. */
async function readVerdicts(results: readonly string[], isOfFiles: boolean): Promise<SavedResults> {
  if (results.length > 0) return readAllResults(results);
  if (!isOfFiles) return { file: "", mementos: [], timeMapProblems: [] };
  throw new UsageError(
    "nothing says what is off-topic. Give the JSON Lines of a run, e.g. out.jsonl.",
  );
}

async function openCopy(
  path: string | undefined,
  places: readonly string[],
  signal: AbortSignal,
): Promise<Output> {
  if (path !== undefined && path !== "-") return Output.open(path, places, signal);
  throw new UsageError(
    "filter writes files: give -o FOLDER/ or -o FILE.wacz, or a list with --as.",
  );
}

/** The date is SOURCE_DATE_EPOCH, with which the same copy has the same bytes, or else the current time. */
function dateOfRecords(): Date {
  const { SOURCE_DATE_EPOCH: seconds = "" } = process.env;
  return /^\d{1,11}$/u.test(seconds) ? new Date(1000 * Number(seconds)) : new Date();
}

/** Returns the fields of the warcinfo about the origin of the verdicts. */
function aboutOf(
  paths: readonly string[],
  { run }: SavedResults,
  keep = "all but off-topic",
): About["fields"] {
  if (paths.length === 0) return [];
  const sha256 = (path: string): string =>
    createHash("sha256").update(readFileSync(path)).digest("hex");
  return [
    ["verdicts-of", run?.tool ?? "not known"],
    ["kept-of-judged-captures", keep],
    ...paths
      .filter((path) => !isPipe(path))
      .map((path) => ["results-sha256", sha256(path)] as const),
  ];
}

/** Yields the judged captures that stay, for the page list of a WACZ. */
function* keptPages(
  { mementos }: SavedResults,
  verdicts: Verdicts,
): Generator<{ readonly url: string; readonly ts: string }> {
  for (const { uriM, capture, overall } of mementos) {
    const { uriR: url, mementoDatetime: ts } = capture;
    if (overall === undefined || url === undefined || ts === undefined) continue;
    if (verdicts.leftOutOfUriM(uriM) === undefined) yield { url, ts };
  }
}

function accessRuleLines(
  { mementos }: SavedResults,
  verdicts: Verdicts,
  log: Log,
): readonly string[] {
  const { lines, unsaid } = accessRules(mementos, verdicts);
  const [first] = unsaid;
  if (first !== undefined) {
    log.warn(
      `no rule for ${counted(unsaid.length, "capture")}, e.g. ${printable(first.uriM)}: pywb excludes only what is before or after a date, and captures before and after stay. ` +
        "--as cdxj writes an index without them",
    );
  }
  return lines;
}

function tellCopied(
  { scan, unread }: Awaited<ReturnType<typeof copyFiles>>,
  output: string,
  saved: SavedResults,
  verdicts: Verdicts,
  log: Log,
): void {
  const { leftOut, related, continuations, orphans, losses, withoutRow } = scan;
  for (const loss of losses) warnOfDamage(loss, log);
  warnOfMissing(verdicts, leftOut, log);
  if (unread > 0) {
    log.warn(
      `revisits of left-out captures that could not be written in full, and stay as they were: ${unread}`,
    );
  }
  const parts = [
    `${output}: left out ${counted(leftOut.size, "capture")} and ${related} of their requests and metadata`,
    continuations.length > 0 && ` and ${counted(continuations.length, "continuation record")}`,
    orphans.length > 0 && `; ${counted(orphans.length, "revisit")} written in full`,
  ];
  log.info(parts.filter((part) => part !== false).join(""));
  if (withoutRow > 0) {
    log.warn(
      `${counted(withoutRow, "capture")} of its seeds in the files ${withoutRow === 1 ? "has" : "have"} no verdict in ${saved.file}: ${withoutRow === 1 ? "it stays" : "they stay"}. ` +
        "A run with --history writes only new rows: give it --since 1990 for all",
    );
  } else warnOfEmptySeeds(saved, verdicts, log);
}

function warnOfMissing(verdicts: Verdicts, found: ReadonlyMap<Row, unknown>, log: Log): void {
  const missing = verdicts.leftOut.filter((row) => !found.has(row));
  const [first] = missing;
  if (first === undefined) return;
  log.warn(
    `${counted(missing.length, "capture")} of the results ${missing.length === 1 ? "is" : "are"} not in the files, e.g. ${printable(first.uriM)}`,
  );
}

/** Warns of seeds of which every capture in the results is left out. */
function warnOfEmptySeeds({ mementos }: SavedResults, verdicts: Verdicts, log: Log): void {
  const seeds = [...groupBy(mementos, ({ key, uriT }) => key ?? uriT).values()];
  const empty = seeds
    .filter((each) => each.every(({ uriM }) => verdicts.leftOutOfUriM(uriM) !== undefined))
    .map(([first]) => printable(first!.capture.uriR ?? first!.uriM));
  const [first] = empty;
  if (first === undefined) return;
  log.warn(
    `${counted(empty.length, "seed")} ${empty.length === 1 ? "has" : "have"} no capture left: ${first}${empty.length > 1 ? ` and ${empty.length - 1} more` : ""}`,
  );
}
