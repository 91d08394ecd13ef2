import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { UsageError } from "../../base/errors.js";
import { option, under } from "../../base/option.js";
import { groupBy } from "../../base/math/group-by.js";
import { isRemote } from "../../base/platform/files.js";
import { counted } from "../../base/text.js";
import type { OverallStatus } from "../../base/types.js";
import { whole } from "../../base/value-kinds.js";
import { archivedFiles } from "../../command/archived-files.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { exitStatus } from "../../command/exit-status.js";
import { FetchedMementos } from "../../command/fetched-mementos.js";
import type { Log } from "../../command/log.js";
import { inputOption } from "../../command/options/input.js";
import { STATUSES } from "../../command/options/output.js";
import { messageOptions, workersOption } from "../../command/options/running.js";
import { warnOfDamage } from "../../command/run-messages.js";
import { ArchivedRecords, LARGEST_ANSWER } from "../../read/replay/archived-records.js";
import type { PictureOfCapture } from "../../report/pictures-index.js";
import type { SavedMemento } from "../../write/entry.js";
import { readResults } from "../../write/read-results.js";
import { Browsers, findDriver } from "./browser.js";
import { drawCaptures, type WantedCapture } from "./draw-captures.js";
import { FolderOfPictures } from "./picture-folder.js";

/** Default maximum number of browsers. Each browser needs a few hundred megabytes. */
const MOST_BROWSERS = 8;
/** Number of captures between two progress messages. */
const PROGRESS_STEP = 100;

const options = {
  ...inputOption,
  ...under("Output", {
    pictureFolder: option(
      "-o, --output <folder>",
      "folder for the pictures and their list, pictures.json, which is written last",
    ),
    pictured: option(
      "--only <status>",
      "draw only captures of this status, each with the one that it was compared with and the last on-topic one before it",
      { choices: STATUSES },
    ),
  }),
  ...workersOption,
  ...under("Running", {
    browser: option("--browser <program>", "the Chromium that draws the pages", {
      rare: true,
      otherwise: "the first one in PATH",
    }),
    scripts: option("--scripts", "run the scripts of the pages", { rare: true }),
    pageSeconds: option(
      "--page-seconds <n>",
      "time after which a page that is still loading gets no picture",
      { rare: true, parse: whole(1), default: "20" },
    ),
  }),
  ...messageOptions,
} as const;

export const picturesCommand: CommandDefinition = defineCommand({
  name: "pictures",
  group: "decide",
  summary: "Draw small pictures of captures, for report and review.",
  description:
    "Draw small pictures of the captures of results, for report and review (--pictures). A Chromium on this machine, " +
    "controlled by the package playwright-core, shows each page offline: all that it requests is answered from the given " +
    "files, by URI and nearest date. Screenshots of the crawler are used first. Write the same command again to continue " +
    "one that was stopped.",
  words: [["<results>", "results as JSON or JSON Lines"]],
  examples: [
    "detect_off_topic pictures run.jsonl -i warc=crawl.warc.gz -o pictures/",
    "detect_off_topic pictures run.jsonl -i wacz=crawl.wacz --only off-topic -o pictures/",
  ],
  options,
  whenStopped: ({ pictureFolder }) =>
    `the pictures so far are in ${pictureFolder}: write the same command again to continue`,
  async run({ values, words: [results = ""], log, signal }) {
    const { input = [], pictureFolder, browser, scripts = false, pictured, workers } = values;
    if (pictureFolder === undefined) {
      throw new UsageError("pictures writes a folder: give -o FOLDER.");
    }
    const { paths, directories } = await filesOf(input, log);
    const driver = await findDriver(browser);
    const wanted = wantedCaptures((await readResults(results)).mementos, pictured);
    const folder = await FolderOfPictures.open(pictureFolder, scripts);
    const missing = wanted.filter((each) => !folder.isDone(each));
    let drawn = 0;
    if (missing.length > 0) {
      const fetched = await FetchedMementos.open(directories, LARGEST_ANSWER);
      const onNotice = (notice: string): void => log.warn(notice);
      const { browsers, first } = await Browsers.open({ driver, scripts, onNotice });
      let records: ArchivedRecords | undefined;
      try {
        records = await ArchivedRecords.open(paths, signal, (loss) => warnOfDamage(loss, log));
        warnOfUnreachable(records, log);
        drawn = await drawCaptures(missing, first, {
          ...{ records, fetched, browsers, folder, signal },
          workers: Math.max(1, workers ?? Math.min(MOST_BROWSERS, availableParallelism())),
          limit: values.pageSeconds * 1000,
          onDone(done) {
            if (done % PROGRESS_STEP === 0) log.info(`${done} of ${missing.length} captures`);
          },
        });
      } finally {
        await first.close();
        browsers.close();
        await records?.close();
        await fetched.close();
      }
    }
    const captures = await folder.finish(wanted);
    const pages = counted(drawn, "page");
    log.info(`${pictureFolder}: ${pictureCount(captures)} (${pages} drawn)`);
    return reportPictures(captures, log);
  },
});

/** Returns the local files and working directories of the inputs. Throws a `UsageError` for other inputs. */
async function filesOf(input: readonly string[], log: Log): ReturnType<typeof archivedFiles> {
  if (input.length === 0) {
    throw new UsageError(
      "nothing to draw. Say which files the results are of, e.g. -i warc=crawl.warc.gz.",
    );
  }
  const { paths: named, directories } = await archivedFiles(input, "pictures are drawn", log);
  const paths = named.filter((name) => isRemote(name) || !/[/\\]$/u.test(name));
  const other = paths.find((path) => path === "-" || isRemote(path));
  if (other === undefined) return { paths, directories };
  throw new UsageError(
    `pictures are drawn from files of this machine: save ${other === "-" ? "standard input (-)" : other} in a file first.`,
  );
}

/**
 * If a status is given, returns the captures with this status. For each of these, also returns the reference capture
 * and the last on-topic capture before it.
 */
function wantedCaptures(
  mementos: readonly SavedMemento[],
  status: OverallStatus | undefined,
): WantedCapture[] {
  const pages = mementos.filter(({ problem }) => problem === undefined);
  const uriMs = new Set<string>();
  if (status !== undefined) {
    let lastGood: SavedMemento | undefined;
    for (const each of pages) {
      if (each.overall === status) {
        uriMs.add(each.uriM);
        if (each.comparedWith !== undefined) uriMs.add(each.comparedWith);
        if (lastGood !== undefined && lastGood.key === each.key) uriMs.add(lastGood.uriM);
      }
      if (each.overall === "on-topic") lastGood = each;
    }
  }
  return pages
    .filter(({ uriM }) => status === undefined || uriMs.has(uriM))
    .map((memento) => ({ uriM: memento.uriM, record: recordOf(memento), memento }));
}

/** Returns the identity of a capture among all captures with the same URI-M. */
function recordOf({ capture: { recordId, source } }: SavedMemento): string {
  return recordId ?? (source === undefined ? "" : `${basename(source.file)}@${source.offset}`);
}

function warnOfUnreachable({ unreachable }: ArchivedRecords, log: Log): void {
  if (unreachable === 0) return;
  log.warn(
    `warning: ${counted(unreachable, "capture")} cannot be shown, because a gzip member holds many records. Write each into a member of its own first, e.g. with warcio recompress.`,
  );
}

function pictureCount(captures: readonly PictureOfCapture[]): string {
  const files = captures.flatMap(({ file }) => file ?? []);
  return `${counted(new Set(files).size, "picture")} of ${counted(files.length, "capture")}`;
}

/** Logs why captures have no picture. Returns the exit status. */
function reportPictures(captures: readonly PictureOfCapture[], log: Log): number {
  const problems = groupBy(captures, ({ problem }) => problem);
  for (const [problem, { length }] of [...problems].sort(([, a], [, b]) => b.length - a.length)) {
    if (problem !== undefined) log.warn(`no picture of ${counted(length, "capture")}: ${problem}`);
  }
  const hasPicture = captures.length === 0 || captures.some(({ file }) => file !== undefined);
  return hasPicture ? exitStatus.finished : exitStatus.nothingJudged;
}
