import type { Command } from "commander";
import type { DetectOptions } from "../detect.js";
import { choices } from "../registry/settings.js";
import { parseSize, parseWhole } from "./parse-values.js";

/** What commander makes of the options that decide scores: the same for every command that computes them. */
export interface SettingsFlags {
  readonly timemapMeasures?: string;
  readonly profile?: string;
  readonly boilerplate?: string;
  readonly language?: string;
  readonly groupBy?: string;
  readonly status?: string;
  readonly pages?: string;
  readonly redirects?: string;
  readonly revisits?: string;
  readonly first?: string;
  readonly numberOfTopics?: string;
  readonly computeSimhashes: boolean;
  readonly computeLengths: boolean;
  readonly detectLanguages: boolean;
  readonly workers?: string;
  readonly memory?: string;
  readonly maxPageSize?: string;
}

/** What commander makes of the options on messages. */
export interface MessageFlags {
  readonly logfile?: string;
  readonly verbose?: boolean;
  readonly quiet?: boolean;
}

const oneOf = (words: readonly string[]): string => `one of: ${words.join(", ")}`;

/** Puts the options that decide scores on a command. */
export function addSettingsOptions(command: Command): Command {
  return command
    .option(
      "--timemap-measures <list>",
      "short: -tm. Measures with thresholds, e.g. jaccard=0.80,bytecount (those of the profile)",
    )
    .option("--profile <name>", `defaults to start from, ${oneOf(choices.profile)} (paper)`)
    .option("--boilerplate <remover>", "how boilerplate is taken out (all-paragraphs)")
    .option("--language <tag>", "language of stop words and stemmer (en)")
    .option("--group-by <rule>", `what makes a TimeMap, ${oneOf(choices.groupBy)}`)
    .option("--status <rule>", `HTTP answers that are mementos, ${oneOf(choices.status)}`)
    .option("--pages <rule>", `bodies that are pages, ${oneOf(choices.pages)}`)
    .option("--redirects <rule>", `archived redirects, ${oneOf(choices.redirects)}`)
    .option("--revisits <rule>", `revisit records, ${oneOf(choices.revisits)}`)
    .option("--first <rule>", `which memento is compared with, ${oneOf(choices.first)}`)
    .option("--number-of-topics <n>", "topics of gensim_lsi (10)")
    .option("--no-compute-simhashes", "leave the Simhash of each memento out of the results")
    .option("--no-compute-lengths", "leave the content length out")
    .option("--no-detect-languages", "leave the language out")
    .option("--workers <n>", "threads that read pages (one a core; 0: none)")
    .option("--memory <size>", "records held in memory before they go to temporary files (64M)")
    .option("--max-page-size <size>", "larger pages are reported, not measured (64M)");
}

/** Puts the options on messages on a command. */
export function addMessageOptions(command: Command): Command {
  return command
    .option("-l, --logfile <file>", "where messages go (standard error)")
    .option("-v, --verbose", "say more")
    .option("-q, --quiet", "say only what is wrong");
}

/** The same as the library takes them; throws a `UsageError` for a bad number. What words mean is checked there. */
export function settingsChoices(flags: SettingsFlags): Omit<DetectOptions, "input"> {
  const { profile, boilerplate, language, groupBy, status, pages, redirects, revisits, first } =
    flags;
  const words = {
    profile,
    boilerplate,
    language,
    groupBy,
    status,
    pages,
    redirects,
    revisits,
    first,
    measures: flags.timemapMeasures,
  };
  const given = Object.fromEntries(
    Object.entries(words).filter(([, value]) => value !== undefined),
  );
  return {
    ...given,
    ...(flags.numberOfTopics !== undefined && {
      numberOfTopics: parseWhole(flags.numberOfTopics, "--number-of-topics", 1),
    }),
    ...(flags.workers !== undefined && { workers: parseWhole(flags.workers, "--workers", 0) }),
    ...(flags.memory !== undefined && { memoryBytes: parseSize(flags.memory, "--memory") }),
    ...(flags.maxPageSize !== undefined && {
      maxPageSize: parseSize(flags.maxPageSize, "--max-page-size"),
    }),
    ...(!flags.computeSimhashes && { simhash: false }),
    ...(!flags.computeLengths && { contentLength: false }),
    ...(!flags.detectLanguages && { detectLanguage: false }),
  };
}
