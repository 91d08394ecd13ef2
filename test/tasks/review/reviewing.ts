import type { ChildProcess } from "node:child_process";
import { request } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ReviewData, REVIEW_ID } from "../../../src/report/page-data.js";
import { type Ended, runBin, runProcess, temporaryFolder } from "../../support/run-bin.js";
import { runInside } from "../../support/run-inside.js";
import { rowsOf } from "../../support/rows.js";

/** WARC file with two captures, from which the results are made. */
export const WARC = "fixtures/warcs/two-captures.warc";

interface Results {
  readonly folder: string;
  readonly results: string;
  readonly decisions: string;
  readonly uriMs: readonly string[];
}

/** Makes a folder with the results of a run over some files. */
export async function resultsOf(input: string): Promise<Results> {
  const folder = temporaryFolder();
  const results = join(folder, "run.jsonl");
  const { stdout } = await runBin(["-q", "-i", input, "-ot", "jsonl", "--explain"]);
  writeFileSync(results, stdout);
  const uriMs = rowsOf<{ "URI-M": string }>(stdout).map((row) => row["URI-M"]);
  return { folder, results, decisions: join(folder, "decisions.tsv"), uriMs };
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  readonly bytes: Buffer;
}

/** Sends a request with any Host, Origin and path, which no browser would send. */
export function ask(
  url: string,
  options: {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  } = {},
): Promise<Answer> {
  const { body, ...rest } = options;
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...rest }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (bytes: Buffer) => chunks.push(bytes));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, body: bytes.toString("utf8"), bytes });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/**
 * Returns an archived page without the attributes that keep its elements from opening connections, and with links to its
 * style sheets in the place of the style elements that import them.
 */
export const asCaptured = (body: string): string =>
  body
    .replace(/ (?:http-equiv=none|rel=none|target=_blank) /gu, "")
    .replace(
      /<style>@import url\("[^"]*\/style\/([^"]+)"\);<\/style>/gu,
      (_, uri: string) =>
        `<link rel="stylesheet" href="${new URL(decodeURIComponent(uri)).pathname}">`,
    );

/** Returns the data about the server in a served page, and the address that takes decisions. */
export async function reviewData(url: string): Promise<ReviewData & { readonly saveUrl: string }> {
  const { body } = await ask(url);
  const start = `<script type="application/json" id="${REVIEW_ID}">`;
  const at = body.indexOf(start) + start.length;
  const data = JSON.parse(body.slice(at, body.indexOf("</script>", at))) as ReviewData;
  return { ...data, saveUrl: `${data.homeUrl}decisions` };
}

/** Sends decisions as the page does. */
export const post = (saveUrl: string, body: string): Promise<Answer> =>
  ask(saveUrl, { method: "POST", body, headers: { origin: new URL(saveUrl).origin } });

/**
 * Runs `review` inside this process, calls `use`, and ends it as Ctrl-C does unless it has ended. `browser` is a folder
 * with a command that opens files.
 */
export async function reviewing(
  args: readonly string[],
  use: (running: { readonly url: string }) => Promise<void>,
  browser?: string,
): Promise<Ended> {
  const others = STOP_SIGNALS.map((signal) => process.listeners(signal));
  const added = (at: number): readonly ((signal: NodeJS.Signals) => void)[] =>
    process.listeners(STOP_SIGNALS[at]!).filter((each) => !others[at]!.includes(each));
  const PATH = [...(browser === undefined ? [] : [browser]), process.env["PATH"] ?? ""].join(":");
  let used: Promise<void> | undefined;
  const ended = await runInside(review(args, browser), undefined, { PATH }, (printed) => {
    // Ctrl-C reaches the command only: this process goes on.
    const interrupt = added(0);
    const stop = (): void => interrupt.forEach((listener) => listener("SIGINT"));
    used ??= use({ url: printed.trim() }).finally(stop);
    // It is awaited below.
    used.catch(() => undefined);
  });
  // The command leaves its listeners to the end of its process.
  for (const [at, signal] of STOP_SIGNALS.entries())
    for (const listener of added(at)) process.off(signal, listener);
  await used;
  return { ...ended, signal: null };
}

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

const review = (args: readonly string[], browser?: string): readonly string[] => [
  ...["review", ...args],
  ...(browser === undefined ? ["--set", "no-open=true"] : []),
];

/** Runs `review` as a process, which may be killed, and otherwise as {@link reviewing} does. */
export async function reviewingAsProcess(
  args: readonly string[],
  use: (running: { readonly url: string; readonly child: ChildProcess }) => Promise<void>,
): Promise<Ended> {
  let used: Promise<void> | undefined;
  const ended = await runProcess(review(args), {
    onStart(child) {
      let printed = "";
      child.stdout?.on("data", (bytes: Buffer) => {
        printed += bytes.toString("utf8");
        if (used !== undefined || !printed.includes("\n")) return;
        used = use({ url: printed.trim(), child }).finally(() => child.kill("SIGINT"));
        // It is awaited below.
        used.catch(() => undefined);
      });
    },
  });
  await used;
  return ended;
}
