import { UsageError } from "../../base/errors.js";
import { counted } from "../../base/text.js";
import { option, under } from "../../base/option.js";
import { inputOption } from "../../command/options/input.js";
import { screenOptions } from "../../command/options/output.js";
import { DECISIONS } from "../../command/overridden-results.js";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reportRun } from "../../report/saved-run.js";
import { fromSaved } from "../../report/saved-run.js";
import { reviewList } from "../../report/saved-list.js";
import { writeReport } from "../../report/write-report.js";
import { uriMOf } from "../../write/decisions.js";
import { runDigest } from "../../write/run-digest.js";
import type { SavedResults } from "../../write/read-results.js";
import { readResults } from "../../write/read-results.js";
import { temporaryFolder } from "../../base/platform/line-files.js";
import { ArchivedPages, FetchedPages } from "./archived.js";
import type { ArchivedSource } from "./archived-frames.js";
import { PageResources } from "./page-resources.js";
import { DecisionsFile } from "./decisions-file.js";
import { isLoopback } from "./listen.js";
import { LastAddress } from "./last-address.js";
import { type ReviewProgress, reviewProgress } from "./progress.js";
import { PICTURES, type Reviewed, serveReview } from "./server.js";
import { openPictures } from "../../command/pictures.js";
import { archivedFiles } from "../../command/archived-files.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { exitStatus } from "../../command/exit-status.js";
import type { Log } from "../../command/log.js";
import { filterCommandFor, picturesCommandFor } from "../../command/next-command.js";

const options = {
  ...inputOption,
  ...under("Output", {
    decisions: option("--decisions <file>", "file of decisions, which need not exist", {
      default: DECISIONS,
    }),
    open: option("--no-open", "print the address only, and start no browser", {
      rare: true,
      harmless: true,
    }),
    host: option("--host <address>", "address to listen on, for a server or a container", {
      rare: true,
      otherwise: "127.0.0.1",
    }),
    allowFetch: option(
      "--allow-fetch",
      "offer to fetch captures that no run has read (--fetch changes) into the first -i dir=",
      { rare: true },
    ),
    port: option("--port <n>", "port to listen on; archived pages use the next one", {
      rare: true,
      otherwise: "a free one",
      parse: portNumber,
    }),
  }),
  ...screenOptions,
} as const;

export const reviewCommand: CommandDefinition = defineCommand({
  name: "review",
  group: "decide",
  summary: "Decide on verdicts in a browser; decisions go into a file.",
  description:
    "Serve the report of saved results on this machine, and keep what you decide in it in a file of decisions " +
    "(docs/review.md). Two captures are shown beside each other: with --pictures as pictures, as texts, and with -i as " +
    "archived pages without their scripts. End it with Ctrl-C.",
  words: [["<results>", "results as JSON or JSON Lines, best made with --explain"]],
  examples: [
    "detect_off_topic -i warc=crawl.warc.gz -ot jsonl --explain -o run.jsonl && detect_off_topic review run.jsonl",
    "detect_off_topic review run.jsonl --decisions mine.tsv -i warc=crawl.warc.gz",
  ],
  options,
  whenStopped: ({ decisions }) => `what was decided is in ${decisions}`,
  async run({ values, words: [file = ""], log, signal }) {
    const { decisions: path, replay, cuts, input = [] } = values;
    const results = await readResults(file);
    const pictures =
      values.pictures === undefined ? undefined : await openPictures(values.pictures);
    const archived = await archivedPages(values.input, results, log, values.allowFetch === true);
    const decisions = await DecisionsFile.open(path);
    const next = filterCommandFor(file, path, input);
    const makePictures = picturesCommandFor(file, input);
    const list = reviewList(results, cuts);
    let progress = reviewProgress(list, await decisions.read());
    if (!results.mementos.some(({ excerpt }) => excerpt !== undefined)) log.info(WITHOUT_TEXTS);
    const tell = (): void => log.info(`${progress.title}${whatIsLeft(progress)}. Next: ${next}`);
    try {
      const reviewed: Reviewed = {
        ...{ decisions, next, makePictures, archived: archived?.source },
        run: runDigest(results.mementos.map(({ uriM }) => uriM)),
        page(review) {
          const run = reportRun(results, cuts, replay);
          const shown = pictures?.forServer(PICTURES, review.homeUrl);
          return writeReport(fromSaved(results), { ...run, pictures: shown }, review);
        },
        picture: (name) => Promise.resolve(pictures?.readFile(name)),
        changed(merged) {
          const wasComplete = isComplete(progress);
          progress = reviewProgress(list, merged);
          if (!wasComplete && isComplete(progress)) tell();
        },
      };
      let forget = (): void => undefined;
      const server = await serveReview(reviewed, new LastAddress(path), values);
      try {
        process.stdout.write(`${server.url}\n`);
        if (!isLoopback(values.host)) log.warn(OPEN_TO_OTHERS);
        log.info(`open this in a browser: ${server.url} (decisions go into ${path}; Ctrl-C ends)`);
        if (values.open !== false) forget = openBrowser(server.url);
        if (!signal.aborted) await once(signal, "abort");
        if (progress.captures > 0) tell();
      } finally {
        forget();
        await server.close();
        await archived?.close();
      }
    } finally {
      await decisions.close();
    }
    return exitStatus.finished;
  },
});

function whatIsLeft({ cases, checks }: ReviewProgress): string {
  const [open, left] = [cases, checks].map(({ all, decided }) => all - decided) as [number, number];
  if (open > 0) {
    return `; ${counted(open, "case")} ${open === 1 ? "is" : "are"} open, and the same command continues`;
  }
  if (left === 0) return "";
  return `; ${counted(left, "check")} ${left === 1 ? "shows" : "show"} what the verdicts missed`;
}

const WITHOUT_TEXTS =
  "the results have no texts to look at: run again with --explain, or show archived pages with -i";

const OPEN_TO_OTHERS =
  "other machines reach this review, and it is not encrypted: whoever has the whole address can decide";

const WITHOUT_DIRECTORY =
  "--set allow-fetch=true fetches into the working directory of the run. Give it: -i dir=FOLDER.";

/** The next port is for archived pages. */
function portNumber(text: string, name: string): number {
  const port = Number(text);
  if (!/^\d+$/u.test(text) || port < 1 || port > 65_534) {
    throw new UsageError(`${name} must be a number from 1 to 65534: ${text}`);
  }
  return port;
}

const isComplete = ({ cases }: ReviewProgress): boolean => cases.decided === cases.all;

/**
 * Returns the archived pages of results and a function that closes their files; `undefined` without `-i`. Throws a
 * `UsageError` for inputs without local pages.
 */
async function archivedPages(
  input: readonly string[] | undefined,
  { mementos }: SavedResults,
  log: Log,
  mayFetch: boolean,
): Promise<{ source: ArchivedSource; close: () => Promise<void> } | undefined> {
  if (input === undefined) {
    if (mayFetch) throw new UsageError(WITHOUT_DIRECTORY);
    return undefined;
  }
  const { paths, directories } = await archivedFiles(input, "archived pages are shown", log);
  if (mayFetch && directories.length === 0) throw new UsageError(WITHOUT_DIRECTORY);
  const pages = new ArchivedPages(paths);
  const fetched = await FetchedPages.open(directories);
  const resources = new PageResources(paths, log);
  const byUriM = new Map(mementos.map((memento) => [uriMOf(memento.uriM), memento]));
  const source: ArchivedSource = {
    async page(path, uriM) {
      const memento = byUriM.get(uriMOf(uriM));
      if (memento === undefined) return undefined;
      const links = await resources.linksOf(path, memento);
      return (await pages.page(memento, links)) ?? (await fetched.page(memento));
    },
    async screenshot(uriM) {
      const memento = byUriM.get(uriMOf(uriM));
      return memento && resources.screenshot(memento);
    },
    resource: (...asked) => resources.resource(...asked),
    read: () => resources.read(),
    ...(mayFetch && {
      async fetch(uriM) {
        const memento = byUriM.get(uriMOf(uriM));
        if (memento?.capture.inferredFrom === undefined)
          return "it is no capture that was not read";
        return await fetched.fetch(memento);
      },
    }),
    hasScreenshots: await resources.namesScreenshots(),
  };
  return {
    source,
    close: () => Promise.all([fetched.close(), resources.close()]).then(() => undefined),
  };
}

/**
 * Without a browser, the user can open the printed address. Other users can see the arguments of commands. The browser
 * therefore gets a file that only this user can read, and the file redirects to the address. Returns a function that
 * removes the file.
 */
function openBrowser(url: string): () => void {
  const folder = temporaryFolder("review-");
  const file = join(folder, "open.html");
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${url}">\n`);
  const [command, ...args] =
    process.platform === "darwin"
      ? ["open", file]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler", file]
        : ["xdg-open", file];
  const browser = spawn(command, args, { stdio: "ignore", detached: true });
  browser.on("error", () => undefined);
  browser.unref();
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
