import { refuse, UsageError } from "../base/errors.js";
import { isRemote } from "../base/platform/files.js";
import type { DetectOptions } from "./detect-options.js";
import type { InputChoice } from "./input-choices.js";

/* The choices of a run that cannot go together, or that no input of the run uses. */

/** Inputs that choose the seeds of their collection themselves. */
const CHOOSING_THEMSELVES = ["archiveit", "dir"];

/**
 * Throws a `UsageError` for choices that contradict each other or that no input uses, because the results would be
 * about other mementos than the user requested. Options about politeness, locations of archives and the working
 * directory are allowed in any run, because scripts written for OTMT always give the working directory.
 * `readsCollection` is true if verdicts depend on texts of the whole collection, and `areForThreads` is false for
 * definitions of a program, of which a history cannot tell when they change.
 */
export function requireUsedChoices(
  options: Omit<DetectOptions, "input">,
  chosen: readonly InputChoice[],
  { readsCollection = false, areForThreads = true } = {},
): void {
  const { directory, offline = false, text, match = "exact", seeds } = options;
  const inputs = chosen.map(({ input }) => input);
  const whole = inputs.find(({ choosesMementos }) => choosesMementos !== true);
  const selection = (["from", "to", "limit", "sample"] as const).find(
    (name) => options[name] !== undefined,
  );
  const itself = inputs.find(({ keyword }) => CHOOSING_THEMSELVES.includes(keyword));
  const reads = (...keywords: readonly string[]): boolean =>
    inputs.some(({ keyword }) => keywords.includes(keyword));
  const namesSeeds = itself !== undefined || inputs.some((input) => input.namesSeeds === true);
  refuse({
    "--offline reads a working directory: name it with -d.": offline && directory === undefined,
    [`--${selection} chooses from TimeMaps and indexes; -i ${whole?.keyword}= is read whole. Leave --${selection} out, or give TimeMaps.`]:
      selection !== undefined && whole !== undefined,
    "--match says how captures are compared with seeds: give --seeds FILE, or -i uri-r=URI-R.":
      options.match !== undefined && seeds === undefined && !reads("uri-r"),
    [`--match ${match}: -i ${itself?.keyword}= takes the seeds of its collection as they are written. Leave --match out.`]:
      match !== "exact" && itself !== undefined,
    "--seeds auto: this input names no seeds. Give a list of them: --seeds FILE.":
      seeds === "auto" && !namesSeeds,
    "-i wasapi= downloads WARC files, and -d names the folder for them. Give -d FOLDER.":
      reads("wasapi") && directory === undefined,
    "--text rendered is for WARC and WACZ files, in which crawlers keep it: give -i wacz=FILE.":
      text === "rendered" && !reads("warc", "wacz"),
    "--since says which results of a history to write: give --history FOLDER.":
      options.since !== undefined && options.history === undefined,
    "--fetch changes needs the verdicts on a TimeMap before all others have been read. Make the topic or the texts of the collection from an earlier run, and give their file.":
      options.fetch === "changes" && readsCollection,
    "--history cannot be used with extraMeasures, extraFeatures or extraRemovers: it cannot tell when they change.":
      options.history !== undefined && !areForThreads,
  });
  if (options.fetch === "changes") for (const each of chosen) requireIndex(each);
}

/** Throws a `UsageError` for an input that lists no captures before it reads them. */
function requireIndex({ input, values }: InputChoice): void {
  const { keyword } = input;
  if (keyword === "dir") {
    throw new UsageError(
      "--fetch changes fetches in steps, and -i dir= reads what was fetched. Give the command that made the folder, with --offline.",
    );
  }
  const isPackageOnWeb =
    keyword === "wacz" && values.every((each) => isRemote(each) && !each.endsWith("/"));
  if (input.choosesMementos === true || isPackageOnWeb) return;
  throw new UsageError(
    `--fetch changes chooses by an index, and -i ${keyword}= is read whole. Leave it out, or give TimeMaps, a collection, -i cdx=INDEX or a WACZ on the web.`,
  );
}
