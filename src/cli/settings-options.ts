import type { Command } from "commander";
import { UsageError } from "../errors.js";
import type { DetectOptions } from "../pipeline/detect.js";
import { readTextFile } from "../read-text-file.js";
import { measures } from "../scoring/measures/index.js";
import { parseModel } from "../settings/default-model.js";
import { findByKeyword } from "../settings/find.js";
import { FUSIONS, strongSignal } from "../settings/measure-options.js";
import { type MeasureSteps, parseStopWords, readsWords } from "../settings/preprocessing.js";
import { choices } from "../settings/settings.js";
import { callsEqualsOffTopic, parseThresholdFile, references } from "../settings/thresholds.js";
import type { Settings, Stemming } from "../types.js";
import type { Log } from "./log.js";
import { collectValues, parseDecimal, parseSize, parseWhole } from "./parse-values.js";
import { addCollectionOptions, collectionChoices, type CollectionFlags } from "./topic-options.js";

/** What commander makes of the options on the steps between tokens and terms. */
export interface WordStepFlags {
  /** A stemmer; false: `--no-stem`. */
  readonly stem?: string | boolean;
  readonly keepStopWords?: boolean;
  /** A file. */
  readonly stopWords?: string;
  readonly minTokenLength?: string;
  /** `measure:step,step`, once for each measure. */
  readonly preprocess?: readonly string[];
}

type WordSteps = Omit<MeasureSteps, "measure">;

/** The same as the library takes them; throws a `UsageError` for a bad value or file. */
export function wordSteps(
  flags: WordStepFlags,
): Pick<DetectOptions, keyof WordSteps | "measureSteps"> {
  const { stem, keepStopWords, stopWords, minTokenLength, preprocess } = flags;
  return {
    ...(stem === false && { stem }),
    ...(typeof stem === "string" && { stem: parseStemmer(stem) }),
    ...(keepStopWords === true && { stopWords: false }),
    ...(stopWords !== undefined && readStopWords(stopWords)),
    ...(minTokenLength !== undefined && readLength(minTokenLength, "--min-token-length")),
    ...(preprocess !== undefined && { measureSteps: preprocess.map(parseMeasureSteps) }),
  };
}

const readStopWords = (file: string): WordSteps => ({
  stopWordList: parseStopWords(readTextFile(file), file),
});

const readLength = (text: string, option: string): WordSteps => ({
  minTokenLength: parseWhole(text, option, 1),
});

function parseStemmer(name: string): Stemming {
  if (name === "porter") return true;
  if (name === "lancaster") return name;
  throw new UsageError(`there is no stemmer "${name}". Choose from: porter, lancaster.`);
}

const FORM =
  "--preprocess takes a measure and its steps, such as jaccard:no-stem,min-token-length=3";
const STEPS =
  "no-stem, stem, stem=NAME, keep-stop-words, drop-stop-words, stop-words=FILE, min-token-length=N";

/** Reads `jaccard:no-stem,min-token-length=3`. */
function parseMeasureSteps(text: string): MeasureSteps {
  const colon = text.indexOf(":");
  const measure = text.slice(0, Math.max(0, colon)).trim();
  if (measure === "") throw new UsageError(`${FORM}, not "${text}".`);
  const given = new Map<string, { readonly step: string; readonly value: unknown }>();
  for (const part of text.slice(colon + 1).split(",")) {
    const step = part.trim();
    for (const [name, value] of Object.entries(parseStep(step))) {
      const before = given.get(name);
      if (before !== undefined && before.value !== value && before.step !== step) {
        throw new UsageError(
          `--preprocess gives ${measure} "${before.step}" and "${step}": give one of them.`,
        );
      }
      given.set(name, { step, value });
    }
  }
  const steps: WordSteps = Object.fromEntries([...given].map(([name, { value }]) => [name, value]));
  return { measure, ...steps };
}

function parseStep(text: string): WordSteps {
  const [name = "", ...rest] = text.split("=");
  const value = rest.length === 0 ? undefined : rest.join("=");
  if (value !== undefined && value !== "") {
    if (name === "stop-words") return { stopWords: true, ...readStopWords(value) };
    if (name === "stem") return { stem: parseStemmer(value) };
    if (name === "min-token-length") return readLength(value, "min-token-length of --preprocess");
  }
  const step = SWITCHES.get(text);
  if (step !== undefined) return step;
  throw new UsageError(`${FORM}; "${text}" is no step. Choose from: ${STEPS}.`);
}

const SWITCHES: ReadonlyMap<string, WordSteps> = new Map([
  ["no-stem", { stem: false }],
  ["stem", { stem: true }],
  ["keep-stop-words", { stopWords: false }],
  ["drop-stop-words", { stopWords: true }],
]);
/** What commander makes of the options that decide scores: the same for every command that computes them. */
export interface SettingsFlags extends CollectionFlags {
  readonly timemapMeasures?: string;
  readonly thresholds?: string;
  readonly reference?: string;
  readonly combine?: string;
  readonly profile?: string;
  readonly boilerplate?: string;
  readonly language?: string;
  readonly stem?: string | boolean;
  readonly keepStopWords?: boolean;
  readonly stopWords?: string;
  readonly minTokenLength?: string;
  readonly preprocess?: readonly string[];
  readonly shortCircuit?: boolean;
  readonly groupBy?: string;
  readonly status?: string;
  readonly pages?: string;
  readonly redirects?: string;
  readonly revisits?: string;
  readonly substituted?: string;
  readonly first?: string;
  readonly numberOfTopics?: string;
  readonly fusion?: string;
  readonly vmax?: string;
  readonly wrap?: string;
  readonly structureWeight?: string;
  readonly insertCost?: string;
  readonly removeCost?: string;
  readonly renameCost?: string;
  readonly exactScores?: boolean;
  readonly signs?: boolean;
  readonly signStrength?: string;
  readonly explain?: boolean;
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
  return addCollectionOptions(command)
    .option(
      "--timemap-measures <list>",
      "short: -tm. Measures with thresholds, e.g. jaccard=0.80,bytecount (those of the profile)",
    )
    .option(
      "--thresholds <file>",
      "thresholds that calibrate wrote, for measures chosen without one",
    )
    .option(
      "--reference <witness>",
      `what mementos are compared with, ${oneOf(references)} (first)`,
    )
    .option(
      "--combine <rule>",
      "how votes decide: any, all, majority, a number, learned[=FILE] (the profile's)",
    )
    .option(
      "--profile <name>",
      `defaults to start from, ${oneOf(choices.profile)} (default; paper where measures are chosen)`,
    )
    .option("--boilerplate <remover>", "how boilerplate is taken out (all-paragraphs)")
    .option("--fusion <name>", `how the density remover fuses blocks, ${oneOf(FUSIONS)} (plain)`)
    .option("--vmax <share>", "density remover: blocks that differ by less are fused (0.38)")
    .option("--wrap <n>", "density remover: characters of a line (80)")
    .option("--language <tag>", "language of the words: a BCP 47 tag, or auto: as detected (en)")
    .option("--stem <stemmer>", "stemmer of English words, porter or lancaster (porter)")
    .option("--no-stem", "compare words, not their stems")
    .option("--keep-stop-words", "leave stop words in")
    .option("--stop-words <file>", "leave these words out in place of the language's stop words")
    .option("--min-token-length <n>", "leave out words of fewer characters")
    .option(
      "--preprocess <measure:steps>",
      "steps of one measure: jaccard:no-stem,min-token-length=3; can be repeated",
      collectValues,
    )
    .option("--group-by <rule>", `what makes a TimeMap, ${oneOf(choices.groupBy)}`)
    .option("--status <rule>", `HTTP answers that are mementos, ${oneOf(choices.status)}`)
    .option("--pages <rule>", `captures that are pages, ${oneOf(choices.pages)}`)
    .option("--redirects <rule>", `archived redirects, ${oneOf(choices.redirects)}`)
    .option("--revisits <rule>", `revisit records, ${oneOf(choices.revisits)}`)
    .option(
      "--substituted <rule>",
      `archives' answers that are another capture, ${oneOf(choices.substituted)}`,
    )
    .option("--first <rule>", `which memento is compared with, ${oneOf(choices.first)}`)
    .option("--number-of-topics <n>", "topics of gensim_lsi (10) and of gensim_lda (2)")
    .option("--structure-weight <share>", "share of structure in structure-style, 0 to 1 (0.5)")
    .option("--insert-cost <cost>", "cost of an element inserted, for structure (1)")
    .option("--remove-cost <cost>", "cost of an element removed, for structure (1)")
    .option("--rename-cost <cost>", "cost of an element renamed, for structure (1)")
    .option("--short-circuit", "do not score what an earlier measure has called off-topic")
    .option("--exact-scores", "compute scores even where a bound decides the topic status")
    .option("--signs", "signs of what a page is (suspended, parked, an error) have a vote")
    .option(
      "--sign-strength <s>",
      `strength from which a sign is a strong signal, 0 to 1 (${strongSignal})`,
    )
    .option("--explain", "say why each memento has its verdict")
    .option("--no-compute-simhashes", "leave the Simhash of each memento out of the results")
    .option("--no-compute-lengths", "leave the content length out")
    .option("--no-detect-languages", "leave the language out")
    .option("--workers <n>", "threads that read pages (one a core; 0: none)")
    .option("--memory <size>", "records held in memory before they go to temporary files (32M)")
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
  const { substituted } = flags;
  const { fusion, vmax, wrap, structureWeight, insertCost, removeCost, renameCost } = flags;
  const words = {
    profile,
    boilerplate,
    language,
    groupBy,
    status,
    pages,
    redirects,
    revisits,
    substituted,
    first,
    fusion,
    reference: flags.reference,
    measures: flags.timemapMeasures,
  };
  const given = Object.fromEntries(
    Object.entries(words).filter(([, value]) => value !== undefined),
  );
  return {
    ...given,
    ...collectionChoices(flags),
    ...combination(flags.combine),
    ...wordSteps(flags),
    ...(flags.shortCircuit === true && { shortCircuit: true }),
    ...(flags.thresholds !== undefined && {
      thresholds: parseThresholdFile(readTextFile(flags.thresholds), flags.thresholds),
    }),
    ...(vmax !== undefined && { vmax: parseDecimal(vmax, "--vmax") }),
    ...(wrap !== undefined && { wrap: parseWhole(wrap, "--wrap", 1) }),
    ...(structureWeight !== undefined && {
      structureWeight: parseDecimal(structureWeight, "--structure-weight"),
    }),
    ...(insertCost !== undefined && { insertCost: parseDecimal(insertCost, "--insert-cost") }),
    ...(removeCost !== undefined && { removeCost: parseDecimal(removeCost, "--remove-cost") }),
    ...(renameCost !== undefined && { renameCost: parseDecimal(renameCost, "--rename-cost") }),
    ...(flags.exactScores === true && { exactScores: true }),
    ...(flags.numberOfTopics !== undefined && {
      numberOfTopics: parseWhole(flags.numberOfTopics, "--number-of-topics", 1),
    }),
    ...(flags.workers !== undefined && { workers: parseWhole(flags.workers, "--workers", 0) }),
    ...(flags.memory !== undefined && { memoryBytes: parseSize(flags.memory, "--memory") }),
    ...(flags.maxPageSize !== undefined && {
      maxPageSize: parseSize(flags.maxPageSize, "--max-page-size"),
    }),
    ...(flags.signs === true && { signs: true }),
    ...(flags.signStrength !== undefined && {
      signStrength: parseDecimal(flags.signStrength, "--sign-strength"),
    }),
    ...(flags.explain === true && { explain: true }),
    ...(!flags.computeSimhashes && { simhash: false }),
    ...(!flags.computeLengths && { contentLength: false }),
    ...(!flags.detectLanguages && { detectLanguage: false }),
  };
}

/** `learned=FILE` is a rule and the model that it asks. */
function combination(combine: string | undefined): Pick<DetectOptions, "combine" | "model"> {
  if (combine === undefined) return {};
  const [rule = "", ...rest] = combine.split("=");
  if (rule !== "learned" || rest.length === 0) return { combine };
  const file = rest.join("=");
  if (file === "") throw new UsageError("--combine learned= names no file: leave the = out.");
  return { combine: rule, model: parseModel(readTextFile(file), file) };
}

/** Whether the words of pages are taken for English ones only because no language was chosen. */
export function takesWordsForEnglish(
  { language }: Pick<SettingsFlags, "language">,
  { measures: chosen, preprocessing }: Settings,
): boolean {
  if (language !== undefined || preprocessing.language !== "en") return false;
  const readers = measures.filter(readsWords).map(({ keyword }) => keyword);
  return chosen.some(({ keyword }) => readers.includes(keyword));
}
/** Says by which thresholds equal pages are off-topic, where profile otmt-1.0.5 takes them. */
export function warnOfOffTopicEquals({ profile, measures: chosen }: Settings, log: Log): void {
  const names = chosen
    .filter((choice) => {
      const measure = findByKeyword(choice.keyword, measures);
      const isOwn = choice.threshold === measure?.cuts["otmt-1.0.5"].threshold;
      return measure !== undefined && !isOwn && callsEqualsOffTopic(measure, choice);
    })
    .map(({ name, threshold }) => `${name}=${String(threshold)}`);
  if (profile !== "otmt-1.0.5" || names.length === 0) return;
  log.warn(`warning: equal pages are off-topic by ${names.join(", ")} (--profile otmt-1.0.5)`);
}

/** What commander makes of options that may have no effect. */
interface IdleFlags {
  readonly thresholds?: string;
  readonly numberOfTopics?: string;
}

/** Says which options have no effect: whoever gave them would wait for it in vain. */
export function warnOfIdleOptions(
  { thresholds, numberOfTopics }: IdleFlags,
  { combine, measures: chosen }: Pick<Settings, "combine" | "measures">,
  log: Log,
): void {
  if (thresholds !== undefined && combine === "learned") {
    log.warn(
      "--thresholds changes no overall verdict here: the learned combination decides. Leave --profile default or " +
        "--combine learned out, and the measures do.",
    );
  }
  const hasTopics = chosen.some(({ keyword }) => TOPIC_MEASURES.includes(keyword));
  if (numberOfTopics !== undefined && !hasTopics) {
    log.info(
      `--number-of-topics has no effect: it is for ${TOPIC_MEASURES.join(" and ")}, which this run does not compute.`,
    );
  }
}

const TOPIC_MEASURES: readonly string[] = ["gensim_lsi", "gensim_lda"];
