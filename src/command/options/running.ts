import { under } from "../../base/option.js";
import { parseSize, whole } from "../../base/value-kinds.js";
import { parseFailOn } from "../exit-status.js";
import { parseShard } from "../option-values.js";

/* Options about running and messages that several commands take. */

/** Option of every command that has any. */
export const configOption = under("Running", {
  config: {
    flags: "--config <file>",
    reads: true,
    help: 'defaults for options, as JSON: {"profile": "paper"}',
    otherwise: "detect_off_topic.config.json of the working folder, if there is one",
  },
});

/** Option of every command with a setting. */
export const setOption = under("Running", {
  set: {
    flags: "--set <name=value>",
    repeats: true,
    help: "a setting that few need, e.g. insert-cost=2; can be repeated (detect_off_topic list settings)",
  },
});

export const pluginsOption = under("Running", {
  plugins: {
    flags: "--plugin <file>",
    repeats: true,
    reads: true,
    help: "a module with measures, features, inputs, writers or removers of your own; can be repeated",
  },
});

export const workersOption = under("Running", {
  workers: {
    flags: "--workers <n>",
    parse: whole(0),
    harmless: true,
    environment: "WORKERS",
    help: "threads that read pages and score, or browsers that draw them",
    otherwise: "one a core; 0: none",
  },
});

export const memoryOption = under("Running", {
  memoryBytes: {
    flags: "--memory <size>",
    rare: true,
    parse: parseSize,
    harmless: true,
    help: "size of records held in memory before they are written to temporary files",
    otherwise: "32M",
  },
});

export const quietOption = under("Messages", {
  quiet: {
    flags: "-q, --quiet",
    environment: "QUIET",
    help: "print only warnings and errors",
  },
});

/** All options about messages. */
export const messageOptions = {
  ...under("Messages", {
    logfile: {
      flags: "-l, --logfile <file>",
      writes: true,
      otherwise: "standard error",
      help: "file for messages",
    },
    verbose: {
      flags: "-v, --verbose",
      harmless: true,
      environment: "VERBOSE",
      help: "print more messages",
    },
  }),
  ...quietOption,
} as const;

/** Exit statuses of commands that write results. */
export const strictOption = under("Exit status", {
  strict: {
    flags: "--strict",
    harmless: true,
    help: "exit with 3 if anything could not be read or measured",
  },
});

export const failOnOption = under("Exit status", {
  failOn: {
    flags: "--fail-on <rules>",
    parse: parseFailOn,
    help: "exit with 4 if a rule is met: 'off-topic=5%,failed=0,mementos<100'; off-topic alone: any memento; single=0: any TimeMap with a single memento; new-off-topic-seed: any seed that is newly off-topic (only with --history)",
  },
});

export const hookOption = under("Exit status", {
  hook: {
    flags: "--hook <command>",
    help: "a command for the shell, run once at the end with the paths of the output in its environment and, with --history, the verdict changes on its standard input (docs/automation.md); 7 if it fails",
  },
});

export const shardOption = under("Input", {
  shard: {
    flags: "--shard <k/n>",
    parse: parseShard,
    help: "only the k-th of n parts of all TimeMaps, by a hash of the grouping key; see merge",
  },
});

export const cacheFileOption = under("Running", {
  cachefile: {
    flags: "--cachefile <file>",
    alias: "-cf",
    help: "OTMT's HTTP cache: has no effect, -d keeps what was fetched",
  },
});
