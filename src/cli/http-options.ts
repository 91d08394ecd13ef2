import type { Command } from "commander";
import { readSeedFile } from "../archives/archive-it.js";
import { readRawRules } from "../archives/raw-uri-m.js";
import { UsageError } from "../errors.js";
import { parseRate } from "../http/limits.js";
import { inputs } from "../inputs/index.js";
import type { DetectOptions } from "../pipeline/detect.js";
import { parseBound } from "../timemaps/select.js";
import type { InputProgress } from "../types.js";
import { parseWhole } from "./parse-values.js";

/** What commander makes of the options for inputs over HTTP. */
export interface HttpFlags {
  readonly directory?: string;
  readonly refresh?: boolean;
  readonly offline?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  readonly sample?: string;
  readonly seeds?: string;
  readonly verify?: boolean;
  readonly rawRules?: string;
  readonly rate?: string;
  readonly concurrency?: string;
  readonly timeout?: string;
  readonly contact?: string;
  readonly archiveitUri?: string;
  readonly archiveitPartnerUri?: string;
  readonly archiveitWaybackUri?: string;
}

/** Puts the options for inputs over HTTP on a command. */
export function addHttpOptions(command: Command): Command {
  return command
    .option(
      "-d, --directory <folder>",
      "keep what is fetched here (WARC files); go on from it after a stop",
    )
    .option("--refresh", "with -d: fetch TimeMaps again that the working directory has")
    .option("--offline", "with -d: fetch nothing, the working directory answers")
    .option("--from <date>", "of TimeMaps, score mementos from this date on (4 to 14 digits)")
    .option("--to <date>", "of TimeMaps, score mementos up to this date")
    .option("--limit <n>", "score at most so many mementos of a TimeMap, oldest first")
    .option("--sample <n>", "score so many mementos of a TimeMap, spread evenly over time")
    .option("--seeds <file>", "only these seeds of an Archive-It collection, one a line")
    .option("--verify", "compare the files in a WACZ with the digests that it has of them")
    .option("--raw-rules <file>", "rules for raw mementos of further archives (JSON)")
    .option("--rate <rate>", "requests to a host, e.g. 60/m, 2/s, timemap=24/m,playback=8/s")
    .option("--concurrency <n>", "requests to a host at the same time")
    .option(
      "--timeout <seconds>",
      "patience for connecting, headers and silence; an answer may take 3 times as long (60)",
    )
    .option("--contact <address>", "your e-mail or web address, for the User-Agent")
    .option("--archiveit-uri <uri>", "another https://archive-it.org")
    .option("--archiveit-partner-uri <uri>", "another https://partner.archive-it.org")
    .option("--archiveit-wayback-uri <uri>", "another https://wayback.archive-it.org");
}

/** What is said of an interrupted run: what is kept, and which command goes on. */
export function whatIsKept({ directory }: HttpFlags, input: readonly string[] = []): string {
  const fetches = input.some((text) =>
    inputs.some(
      ({ keyword, usesHttp }) => usesHttp && text.toLowerCase().startsWith(`${keyword}=`),
    ),
  );
  if (!fetches) return "no output file was written";
  return directory === undefined
    ? "no output file was written, and nothing that was fetched is kept: with -d FOLDER a run can go on"
    : `no output file was written; what was fetched is kept in ${directory}: run the same command again to go on`;
}

/** Mementos from which on a fetch is long. */
const MANY = 100;

/** Says once, when it is known that a fetch is long, that it keeps nothing without a working directory. */
export function noticeOfNothingKept(
  { directory }: HttpFlags,
  tell: (notice: string) => void,
): (input: InputProgress | undefined) => void {
  let told = directory !== undefined;
  return (input) => {
    if (told || input === undefined || !("mementosListed" in input)) return;
    if (input.mementosListed < MANY) return;
    told = true;
    tell(
      `${MANY} mementos and more are to be fetched, and without -d FOLDER nothing is kept: an interrupted run begins again.`,
    );
  };
}

/** The same as the library takes them; throws a `UsageError` for a bad value. */
export async function httpChoices(
  flags: HttpFlags,
  onNotice: (message: string) => void,
): Promise<Pick<DetectOptions, "directory" | "fetching" | "http">> {
  const { limit, sample, seeds, rawRules, rate, concurrency, timeout, contact } = flags;
  if (flags.directory === "") throw new UsageError("-d names no folder. Give the name of one.");
  const limits = {
    ...(rate !== undefined && { perMinute: parseRate(rate) }),
    ...(concurrency !== undefined && {
      concurrency: parseWhole(concurrency, "--concurrency", 1),
    }),
  };
  return {
    ...(flags.directory !== undefined && { directory: flags.directory }),
    fetching: {
      onNotice,
      limits,
      refresh: flags.refresh === true,
      offline: flags.offline === true,
      ...(timeout !== undefined && { timeoutMs: seconds(timeout) * 1000 }),
      ...(contact !== undefined && { contact }),
    },
    http: {
      ...range(flags),
      ...(limit !== undefined && { limit: parseWhole(limit, "--limit", 1) }),
      ...(sample !== undefined && { sample: parseWhole(sample, "--sample", 1) }),
      ...(seeds !== undefined && { seeds: await readSeedFile(seeds) }),
      ...(flags.verify === true && { verify: true }),
      ...(rawRules !== undefined && { rawRules: await readRawRules(rawRules) }),
      archiveIt: {
        ...base("collections", flags.archiveitUri, "--archiveit-uri"),
        ...base("partner", flags.archiveitPartnerUri, "--archiveit-partner-uri"),
        ...base("wayback", flags.archiveitWaybackUri, "--archiveit-wayback-uri"),
      },
    },
  };
}

function range(flags: HttpFlags): { readonly from?: string; readonly to?: string } {
  const from = flags.from === undefined ? undefined : parseBound("--from", flags.from);
  const to = flags.to === undefined ? undefined : parseBound("--to", flags.to);
  if (from !== undefined && to !== undefined) {
    const digits = Math.min(from.length, to.length);
    if (from.slice(0, digits) > to.slice(0, digits)) {
      throw new UsageError(
        `--from ${flags.from} is after --to ${flags.to}: no memento is between.`,
      );
    }
  }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function seconds(text: string): number {
  const value = Number(text);
  if (!/^\d+(?:\.\d+)?$/u.test(text) || value <= 0) {
    throw new UsageError(`--timeout takes a number of seconds above 0, not "${text}".`);
  }
  return value;
}

function base<K extends string>(
  name: K,
  uri: string | undefined,
  option: string,
): Partial<Record<K, string>> {
  if (uri === undefined) return {};
  if (!URL.canParse(uri) || !/^https?:/iu.test(uri)) {
    throw new UsageError(`${option} takes an http or https URI, not "${uri}".`);
  }
  return { [name]: uri.replace(/\/+$/u, "") } as Partial<Record<K, string>>;
}
