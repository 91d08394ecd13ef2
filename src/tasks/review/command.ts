import { option, under } from "../../base/option.js";
import { whole } from "../../base/value-kinds.js";
import { inputOption } from "../../command/options/input.js";
import { screenOptions } from "../../command/options/output.js";
import { DECISIONS } from "../../command/overridden-results.js";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { reportRun } from "../../report/saved-run.js";
import { fromSaved } from "../../report/saved-run.js";
import { reviewList } from "../../report/saved-list.js";
import { writeReport } from "../../report/write-report.js";
import { runDigest } from "../../write/run-digest.js";
import { readResults } from "../../write/read-results.js";
import { temporaryFolder } from "../../base/platform/line-files.js";
import { ArchivedPages } from "./archived.js";
import { DecisionsFile } from "./decisions-file.js";
import { isLoopback } from "./listen.js";
import { LastAddress } from "./last-address.js";
import { type ReviewProgress, reviewProgress } from "./progress.js";
import { PICTURES, type Reviewed, serveReview } from "./server.js";
import { openPictures } from "../../command/pictures.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { exitStatus } from "../../command/exit-status.js";
import { filterCommandFor, picturesCommandFor } from "../../command/next-command.js";

const options = {
  ...inputOption,
  ...under("Output", {
    decisions: option("--decisions <file>", "file of decisions, which need not exist", {
      default: DECISIONS,
    }),
    open: option("--no-open", "print the address only, and start no browser", {
      rare: true,
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
      parse: whole(1),
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
    const { decisions: path, replay, cuts, input = [], allowFetch: mayFetch = false } = values;
    const results = await readResults(file);
    const pictures =
      values.pictures === undefined ? undefined : await openPictures(values.pictures);
    const archived =
      input.length === 0 ? undefined : await ArchivedPages.open(input, results.mementos, log);
    const decisions = await DecisionsFile.open(path);
    const next = filterCommandFor(file, path, input);
    const makePictures = picturesCommandFor(file, input);
    const list = reviewList(results, cuts);
    let progress = reviewProgress(list, await decisions.read());
    if (!results.mementos.some(({ excerpt }) => excerpt !== undefined)) log.info(WITHOUT_TEXTS);
    const tell = (): void => log.info(`${progress.title}. Next: ${next}`);
    try {
      const reviewed: Reviewed = {
        ...{ decisions, next, makePictures, archived, mayFetch },
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

const WITHOUT_TEXTS =
  "the results have no texts to look at: run again with --explain, or show archived pages with -i";

const OPEN_TO_OTHERS =
  "other machines reach this review, and it is not encrypted: whoever has the whole address can decide";

const isComplete = ({ cases }: ReviewProgress): boolean => cases.decided === cases.all;

/**
 * Without a browser, the user can open the printed address. Other users can see the arguments of commands. The browser
 * therefore gets a file that only this user can read, and the file redirects to the address. Returns a function that
 * removes the file.
 */
function openBrowser(url: string): () => void {
  const folder = temporaryFolder("review-");
  const file = join(folder.path, "open.html");
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
  return folder.remove;
}
