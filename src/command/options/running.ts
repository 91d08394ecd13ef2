import { PROGRESS_FORMS } from "../choices.js";
import { parseFailOn } from "../exit-status.js";
import { parseBound } from "../../read/timemaps/select.js";
import { parseSize } from "../../score/settings/kinds.js";
import {
  COMPANIONS,
  RUNS,
  SPEAKING,
  whole,
  oneOf,
  DIFFERENCES,
  type OptionGroup,
} from "./definition.js";

/* Options about running, messages and exit statuses. */

export const exitStatusOptions = {
  strict: {
    harmless: true,
    flags: "--strict",
    of: ["detect", "reduce", "merge"],
    help: "exit with 3 if anything could not be read or measured",
  },
  failOn: {
    flags: "--fail-on <rules>",
    of: ["detect", "reduce", "merge"],
    help: "exit with 4 if a rule is met: 'off-topic=5%,failed=0,mementos<100'; off-topic alone: any memento; single=0: any TimeMap with a single memento; new-off-topic-seed: any seed that is newly off-topic (only with --history)",
    parse: parseFailOn,
  },
  failOnChange: {
    flags: "--fail-on <what>",
    of: ["compare"],
    help: "differences that end with status 4: any, only mementos that are off-topic in the second run and not in the first, or only seeds that are so after their last memento",
    choices: DIFFERENCES,
    default: "any",
    parse: oneOf(DIFFERENCES, "kind of difference"),
  },
  hook: {
    flags: "--hook <command>",
    of: ["detect", "compare"],
    help: "a command for the shell, run once at the end with the paths of the output in its environment and, with --history, the verdict changes on its standard input (docs/automation.md); 7 if it fails",
  },
} as const satisfies OptionGroup;

/** Commands that accept plug-ins. */
const WITH_PLUGINS = [
  ...RUNS,
  ...(["merge", "convert", "cluster", "fragments", "filter", "list"] as const),
] as const;

/** Commands that read a configuration file. */
const CONFIGURED = [
  ...WITH_PLUGINS,
  ...COMPANIONS,
  ...(["compare", "cluster-by-simhash", "select-high-quality"] as const),
  ...(["report", "collect", "soft404"] as const),
  ...(["sample", "train", "review", "pictures"] as const),
] as const;

/** Commands with at least one setting. */
const WITH_SETTINGS = [
  ...RUNS,
  ...(["resolve", "elsewhere", "cluster", "fragments", "collect"] as const),
  ...([
    "filter",
    "sample",
    "train",
    "review",
    "pictures",
    "soft404",
    "select-high-quality",
  ] as const),
] as const;

export const runningOptions = {
  config: {
    flags: "--config <file>",
    of: CONFIGURED,
    reads: true,
    help: 'defaults for options, as JSON: {"profile": "paper"}',
    otherwise: "detect_off_topic.config.json of the working folder, if there is one",
  },
  set: {
    flags: "--set <name=value>",
    of: WITH_SETTINGS,
    repeats: true,
    help: "a setting that few need, e.g. insert-cost=2; can be repeated (detect_off_topic list settings)",
  },
  plugins: {
    flags: "--plugin <file>",
    of: WITH_PLUGINS,
    repeats: true,
    reads: true,
    help: "a module with measures, features, inputs, writers or removers of your own; can be repeated",
  },
  workers: {
    harmless: true,
    flags: "--workers <n>",
    of: [...RUNS, "cluster", "collect", "soft404", "pictures"],
    parse: whole(0),
    help: "threads that read pages and score, or browsers that draw them",
    otherwise: "one a core; 0: none",
  },
  memoryBytes: {
    harmless: true,
    flags: "--memory <size>",
    setting: true,
    of: [...RUNS, "resolve", "elsewhere", "collect", "soft404"],
    parse: parseSize,
    help: "size of records held in memory before they are written to temporary files",
    otherwise: "32M",
  },
  partitions: {
    flags: "--partitions <n>",
    of: ["map", "resolve"],
    parse: whole(1),
    help: "write the lines of n parts of all keys to files of their own: -o FILE is FILE.1 to FILE.n",
    needs: ["output", "is about the files of -o"],
  },
  historyFolder: {
    flags: "--history <folder>",
    of: ["detect"],
    help: "read only files that earlier runs with this folder have not read, compare their captures with all earlier ones, and write the results of these captures (docs/automation.md)",
  },
  since: {
    flags: "--since <date>",
    of: ["detect"],
    help: "write the results of earlier captures too, from this date on (4 to 14 digits)",
    parse: (text, option) => parseBound(option, text),
    needs: ["historyFolder", "says which results of the history to write"],
  },
  cacheFolder: {
    flags: "--cache <folder>",
    of: ["detect"],
    help: "keep a history for runs over the same files with other thresholds: read only new files, and write the results of all given files (docs/performance.md)",
    excludes: [
      "historyFolder",
      "writes the results of all given files, and --history those of new captures: give one.",
    ],
  },
  browser: {
    flags: "--browser <program>",
    of: ["pictures"],
    help: "the Chromium that draws the pages",
    otherwise: "the first one in PATH",
  },
  scripts: {
    flags: "--scripts",
    setting: true,
    of: ["pictures"],
    help: "run the scripts of the pages",
  },
  pageSeconds: {
    harmless: true,
    flags: "--page-seconds <n>",
    setting: true,
    of: ["pictures"],
    parse: whole(1),
    help: "time after which a page that is still loading gets no picture",
    default: "20",
  },
  cachefile: {
    flags: "--cachefile <file>",
    alias: "-cf",
    of: ["detect", "select-high-quality"],
    help: "OTMT's HTTP cache: has no effect, -d keeps what was fetched",
  },
} as const satisfies OptionGroup;

export const messagesOptions = {
  logfile: {
    flags: "-l, --logfile <file>",
    of: SPEAKING,
    writes: true,
    help: "file for messages",
    otherwise: "standard error",
  },
  verbose: {
    harmless: true,
    flags: "-v, --verbose",
    of: SPEAKING,
    help: "print more messages",
  },
  quiet: {
    flags: "-q, --quiet",
    of: [...SPEAKING, "resolve", "merge", "cluster", "soft404"],
    help: "print only warnings and errors",
  },
  progress: {
    harmless: true,
    flags: "--progress <form>",
    setting: true,
    of: ["detect"],
    choices: PROGRESS_FORMS,
    help: "progress on standard error: a line on a terminal, or for programs an object a line, even with -q",
    otherwise: "line",
  },
} as const satisfies OptionGroup;
