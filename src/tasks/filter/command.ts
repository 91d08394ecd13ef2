import { option, under } from "../../base/option.js";
import { inputOption, requestOptions } from "../../command/options/input.js";
import { overridesOption, STATUSES } from "../../command/options/output.js";
import { messageOptions, pluginsOption } from "../../command/options/running.js";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { UsageError } from "../../base/errors.js";
import { directoriesOf, type GivenPath, pathsOf, type SourceFile, sourceFiles } from "./files.js";
import { filterFetched } from "./fetched.js";
import { type Filtered, filterFiles } from "./filter-files.js";
import { type LeftOut, LeftOuts } from "./left-out.js";
import { accessRules, cdxjWithout } from "./lists.js";
import { openTarget, type ListedPage } from "./collection.js";
import { decidedCounts, decidedText, reviewList } from "../../report/saved-list.js";
import type { SavedMemento } from "../../write/entry.js";
import { uriMOf } from "../../write/decisions.js";
import { isUnsure, overridden, type Overrides } from "../../write/overrides.js";
import { groupBy } from "../../base/math/group-by.js";
import { counted, printable } from "../../base/text.js";
import { openFilesOfWeb } from "../../run/detect.js";
import { isRemote } from "../../base/platform/files.js";
import type { OnUnread } from "../../read/types.js";
import { removeFolder, temporaryFolder } from "../../base/platform/line-files.js";
import { isPipe } from "../../base/read-file.js";
import { readResults, type SavedResults } from "../../write/read-results.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import type { Log } from "../../command/log.js";
import { refuseToReplace, withOutput } from "../../command/output.js";
import { warnOfForgotten, warnOfUnused } from "../../command/overridden-results.js";
import { archiveChoices, warnOfDamage } from "../../command/run-choices.js";
import { writeTexts } from "../../command/write-results.js";

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
  words: [["[results]", "JSON Lines of a run on the files; of -i dir= they may be left out"]],
  examples: [
    "detect_off_topic filter out.jsonl -i warc=crawls/ -o clean/",
    "detect_off_topic filter out.jsonl --overrides decisions.tsv -i wacz=crawl.wacz -o clean.wacz",
    "detect_off_topic filter out.jsonl -i warc=crawls/ --as cdxj -o clean.cdxj",
    "detect_off_topic filter out.jsonl -i dir=work -o captures/",
  ],
  options,
  whenStopped: () => "no output file was written",
  async run({ values, words: [results], log, signal }) {
    const { input = [], overrides, keep, as } = values;
    const output = values.filterOutput;
    const directories = directoriesOf(input);
    if (results === undefined && (directories.length === 0 || as !== undefined)) {
      throw new UsageError(
        "nothing says what is off-topic. Give the JSON Lines of a run, e.g. out.jsonl.",
      );
    }
    const saved: SavedResults =
      results === undefined
        ? { file: "", mementos: [], timeMapProblems: [] }
        : await readResults(results);
    const leftOuts = new LeftOuts(saved.mementos, overrides, keep);
    const needsFiles = as !== "aclj";
    if (needsFiles && input.length === 0) {
      throw new UsageError(
        "nothing to copy. Say which files the results are of, e.g. -i warc=crawls/.",
      );
    }
    if (needsFiles && directories.length === 0) requirePlaces(saved, leftOuts);
    if (as !== undefined && directories.length > 0) {
      throw new UsageError(
        `--as ${as} lists captures of WARC files. Copy -i dir= with -o FOLDER/.`,
      );
    }
    const onUnread: OnUnread = (item) => warnOfDamage(item, log);
    const copiesFiles = needsFiles && directories.length === 0;
    const paths = copiesFiles ? await pathsOf(input, onUnread) : [];
    await withFiles(paths, archiveChoices(values, log), onUnread, signal, async (files) => {
      if (copiesFiles && files.length === 0) {
        throw new UsageError("nothing to copy: no file of -i can be read. The warnings say why.");
      }
      if (as !== undefined) {
        refuseToReplace(output, "-o", [results!, ...input]);
        const texts = listOf(as, { saved, leftOuts, files, log });
        await withOutput(output, (to) => writeTexts(texts, to, signal));
        return;
      }
      if (output === undefined || output === "-") {
        throw new UsageError(
          "filter writes files: give -o FOLDER/ or -o FILE.wacz, or a list with --as.",
        );
      }
      const options = {
        date: dateOfRecords(),
        about: results === undefined ? [] : aboutOf(results, saved, keep),
        pages: pagesOf(saved, leftOuts),
        signal,
      };
      const places = directories.map((place) => ({ place }));
      const target = await openTarget(output, [...files, ...places]);
      try {
        if (directories.length > 0) {
          const found = await filterFetched(directories, leftOuts, target, options);
          warnOfMissing(found.missing, log);
          log.info(
            `${output}: ${counted(found.captures, "capture")}; left out ${counted(found.leftOut, "memento")}`,
          );
        } else {
          const filtered = await filterFiles(files, leftOuts, target, options);
          report(filtered, output, log);
          warnOfWithoutRow(filtered.withoutRow, saved, log);
          if (filtered.withoutRow.ofSeeds === 0) warnOfEmptySeeds(saved, leftOuts, log);
        }
      } finally {
        target.discard();
      }
    });
    const undecided = undecidedLine(saved, overrides);
    if (undecided !== undefined) log.info(undecided);
    warnOfUnused({ overrides }, log, " stay in the copy");
    if (overrides === undefined) warnOfForgotten(saved, "--overrides", log);
  },
});

/** Files on the web are copied to a temporary folder, which is removed afterwards. */
async function withFiles(
  given: readonly GivenPath[],
  choices: ReturnType<typeof archiveChoices>,
  onUnread: OnUnread,
  signal: AbortSignal,
  use: (files: readonly SourceFile[]) => Promise<void>,
): Promise<void> {
  const paths = given.map(({ path }) => path);
  if (!paths.some(isRemote)) return use(await sourceFiles(given, onUnread));
  const folder = temporaryFolder("filter-");
  try {
    const web = await openFilesOfWeb(paths, choices, signal);
    try {
      const shown = given.map((each, at) => ({ ...each, path: web.sources[at] ?? each.path }));
      await use(await sourceFiles(shown, onUnread, folder));
    } finally {
      await web.close();
    }
  } finally {
    removeFolder(folder);
  }
}

/** Throws a `UsageError` for results without places (CSV, JSON of OTMT), which cannot be matched with records. */
function requirePlaces({ file }: SavedResults, { withoutPlace }: LeftOuts): void {
  if (withoutPlace === 0) return;
  throw new UsageError(
    `${file} does not say where ${counted(withoutPlace, "memento")} can be found in WARC files. Give the JSON Lines (-ot jsonl) of a run on them.`,
  );
}

/** The date is SOURCE_DATE_EPOCH, with which the same copy has the same bytes, or else the current time. */
function dateOfRecords(): Date {
  const { SOURCE_DATE_EPOCH: seconds = "" } = process.env;
  return /^\d{1,11}$/u.test(seconds) ? new Date(1000 * Number(seconds)) : new Date();
}

function aboutOf(
  path: string,
  { run }: SavedResults,
  keep: string | undefined,
): readonly (readonly [string, string])[] {
  return [
    ["verdicts-of", run?.tool ?? "not known"],
    ["kept-of-judged-captures", keep ?? "all but off-topic"],
    ...(isPipe(path)
      ? []
      : ([
          ["results-sha256", createHash("sha256").update(readFileSync(path)).digest("hex")],
        ] as const)),
  ];
}

/** Yields the judged captures that are kept, for the page list of a WACZ. */
function* pagesOf({ mementos }: SavedResults, leftOuts: LeftOuts): Generator<ListedPage> {
  for (const { uriM, capture, overall } of mementos) {
    const { uriR, mementoDatetime } = capture;
    if (overall === undefined || uriR === undefined || mementoDatetime === undefined) continue;
    if (leftOuts.ofUriM(uriM) !== undefined) continue;
    yield { url: uriR, ts: mementoDatetime };
  }
}

interface ListSources {
  readonly saved: SavedResults;
  readonly leftOuts: LeftOuts;
  readonly files: readonly SourceFile[];
  readonly log: Log;
}

async function* listOf(
  as: "cdxj" | "aclj",
  { saved, leftOuts, files, log }: ListSources,
): AsyncGenerator<string> {
  if (as === "cdxj") yield* cdxjWithout(files, leftOuts);
  else {
    const { lines, unsaid } = accessRules(saved.mementos, leftOuts);
    yield* lines;
    const [first] = unsaid;
    if (first !== undefined) {
      log.warn(
        `no rule for ${counted(unsaid.length, "capture")}, e.g. ${printable(first.uriM)}: pywb excludes only what is before or after a date, and captures before and after stay. ` +
          "--as cdxj writes an index without them",
      );
    }
  }
}

function warnOfMissing(missing: readonly LeftOut[], log: Log): void {
  const [first] = missing;
  if (first === undefined) return;
  log.warn(
    `${counted(missing.length, "capture")} of the results ${missing.length === 1 ? "is" : "are"} not in the files, e.g. ${printable(first.uriM)}`,
  );
}

const MOST_NAMED = 3;

/**
 * Warns of captures that filter keeps because no run whose results it has judged them. Pages of URI-Rs that the results
 * do not have are usual where only seeds were judged.
 */
function warnOfWithoutRow(
  { ofSeeds, ofOthers }: Filtered["withoutRow"],
  { file }: SavedResults,
  log: Log,
): void {
  if (ofSeeds > 0) {
    log.warn(
      `${counted(ofSeeds, "capture")} of its seeds in the files ${ofSeeds === 1 ? "has" : "have"} no verdict in ${file}: ${ofSeeds === 1 ? "it stays" : "they stay"}. ` +
        "A run with --history writes only new rows: give it --since 1990 for all",
    );
  }
  if (ofOthers > 0) {
    log.info(
      `${counted(ofOthers, "capture")} of other pages in the files ${ofOthers === 1 ? "has" : "have"} no verdict in ${file}: ${ofOthers === 1 ? "it stays" : "they stay"}`,
    );
  }
}

/** Warns of seeds of which every capture in the results is left out. */
function warnOfEmptySeeds({ mementos }: SavedResults, leftOuts: LeftOuts, log: Log): void {
  const seeds = [...groupBy(mementos, ({ key, uriT }) => key ?? uriT).values()];
  const empty = seeds.filter((each) =>
    each.every(({ uriM }) => leftOuts.ofUriM(uriM) !== undefined),
  );
  if (empty.length === 0) return;
  const named = empty
    .slice(0, MOST_NAMED)
    .map(([first]) => printable(first!.capture.uriR ?? first!.uriM));
  const more = empty.length - named.length;
  log.warn(
    `${counted(empty.length, "seed")} ${empty.length === 1 ? "has" : "have"} no capture left: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
  );
}

function report(
  { places, related, continuations, orphans, bare, losses, missing, unread }: Filtered,
  output: string,
  log: Log,
): void {
  for (const loss of losses) warnOfDamage(loss, log);
  warnOfMissing(missing, log);
  if (unread > 0) {
    log.warn(
      `${counted(unread, "revisit")} of left-out captures could not be written in full, and ${unread === 1 ? "stays as it was" : "stay as they were"}`,
    );
  }
  if (bare > 0) {
    log.warn(
      `${counted(bare, "revisit")} without a verdict ${bare === 1 ? "repeats a left-out capture: it stays" : "repeat left-out captures: they stay"}, without a body`,
    );
  }
  log.info(
    `${output}: left out ${counted(places.size, "capture")} and ${related} of their requests and metadata` +
      (continuations.length === 0
        ? ""
        : ` and ${counted(continuations.length, "continuation record")}`) +
      (orphans.length === 0 ? "" : `; ${counted(orphans.length, "revisit")} written in full`),
  );
}

/** Tells how many cases and checks are decided, unless all are. */
function undecidedLine(
  results: SavedResults,
  overrides: Overrides | undefined,
): string | undefined {
  const contradicted = new Set(overrides?.contradicted);
  const isOpen = (memento: SavedMemento): boolean =>
    memento.override === undefined &&
    (overrides === undefined ||
      (overridden(memento, overrides).override === undefined &&
        (!isUnsure(memento, overrides) || contradicted.has(uriMOf(memento.uriM)))));
  const counts = decidedCounts(reviewList(results), (memento) => !isOpen(memento));
  if (Object.values(counts).every(({ all, decided }) => all === decided)) return undefined;
  return `${decidedText(counts)}: see detect_off_topic review`;
}
