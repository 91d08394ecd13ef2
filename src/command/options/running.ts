import { option, under } from "../../base/option.js";
import { parseSize, whole } from "../../base/value-kinds.js";
import { parseFailOn } from "../exit-status.js";

/* Options about running and messages that several commands take. */

export const configOption = under("Running", {
  config: option("--config <file>", 'defaults for options, as JSON: {"profile": "paper"}', {
    reads: true,
  }),
});

export const setOption = under("Running", {
  set: option(
    "--set <name=value>",
    "a setting that few need, e.g. insert-cost=2; can be repeated (detect_off_topic list settings)",
    { repeats: true },
  ),
});

export const pluginsOption = under("Running", {
  plugins: option(
    "--plugin <file>",
    "a module that adds measures, features, inputs, outputs or removers; can be repeated",
    { repeats: true, reads: true },
  ),
});

export const workersOption = under("Running", {
  workers: option(
    "--workers <n>",
    "threads that read pages and score, or browsers that draw them",
    { parse: whole(0), otherwise: "one a core; 0: none" },
  ),
});

export const memoryOption = under("Running", {
  memoryBytes: option(
    "--memory, --memory-bytes <size>",
    "size of records held in memory before they are written to temporary files",
    { rare: true, parse: parseSize, otherwise: "16M" },
  ),
});

export const quietOption = under("Messages", {
  quiet: option("-q, --quiet", "print only warnings and errors"),
});

export const messageOptions = {
  ...under("Messages", {
    logfile: option("-l, --logfile <file>", "file for messages", {
      writes: true,
      otherwise: "standard error",
    }),
    verbose: option("-v, --verbose", "print more messages"),
  }),
  ...quietOption,
} as const;

export const strictOption = under("Exit status", {
  strict: option("--strict", "exit with 3 if anything could not be read or measured"),
});

export const failOnOption = under("Exit status", {
  failOn: option(
    "--fail-on <rules>",
    "exit with 4 if a rule is met: 'off-topic=5%,failed=0,mementos<100'; off-topic alone: any memento; off-topic-seeds=5: more seeds that are off-topic now; single=0: any TimeMap with a single memento, and without it if nothing was compared; new-off-topic-seed: any seed that is newly off-topic (only with --history)",
    { parse: parseFailOn },
  ),
});

export const cacheFileOption = under("Running", {
  cachefile: option(
    "--cachefile <file>",
    "OTMT's HTTP cache: has no effect, -d keeps what was fetched",
    { alias: "-cf" },
  ),
});
