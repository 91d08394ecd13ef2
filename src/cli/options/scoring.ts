import { CLUSTER_DEFAULTS } from "../../cluster/near-settings.js";
import { readTextFile } from "../../read-file.js";
import { references } from "../../scoring/measure-id.js";
import { strongSignal } from "../../scoring/page-kind.js";
import { parseAbstain } from "../../settings/combine.js";
import { FUSIONS } from "../../settings/measure-options.js";
import { FORMATS } from "../../mementos/content-type.js";
import { choices } from "../../settings/settings.js";
import { parseThresholdFile } from "../../settings/thresholds.js";
import { parseProfile } from "../../topic/profile-file.js";
import {
  parseCombination,
  parseDecimal,
  parseElsewhere,
  parseMeasureSteps,
  parseStemmer,
  readStopWords,
} from "../option-values.js";
import { JUDGES, oneOf, RUNS, whole, NEEDS_NO_TOPIC, type OptionGroup } from "./definition.js";

/* What is a memento, and what decides its verdict. */

export const measuresAndVerdictsOptions = {
  measures: {
    of: JUDGES,
    flags: "--timemap-measures <list>",
    alias: "-tm",
    help: "measures with thresholds, e.g. jaccard=0.80,bytecount",
    otherwise: "those of the profile",
  },
  profile: {
    of: RUNS,
    flags: "--profile <name>",
    choices: choices.profile,
    help: "defaults to start from",
    otherwise: "default; paper where measures are chosen",
  },
  thresholds: {
    of: JUDGES,
    flags: "--thresholds <file>",
    reads: true,
    help: "thresholds that calibrate wrote, for measures chosen without one",
    parse: (file: string) => parseThresholdFile(readTextFile(file), file),
  },
  reference: {
    rare: true,
    of: JUDGES,
    flags: "--reference <memento>",
    choices: references,
    help: "what mementos are compared with",
    otherwise: "first",
  },
  combination: {
    of: JUDGES,
    flags: "--combine <rule>",
    reads: true,
    help: "how votes decide: any, all, majority, a number, learned[=FILE]",
    otherwise: "the profile's",
    parse: parseCombination,
  },
  abstain: {
    flags: "--abstain <low-high>",
    preset: ".15-.5",
    help: "with the learned combination, probabilities at which a memento is unsure; without a value .15-.5",
    of: JUDGES,
    parse: parseAbstain,
  },
  first: {
    rare: true,
    of: JUDGES,
    flags: "--first <rule>",
    choices: choices.first,
    help: "which memento is compared with",
  },
  elsewhere: {
    rare: true,
    flags: "--elsewhere <file>",
    of: JUDGES,
    reads: true,
    help: "look mementos up among the texts of many sites, which elsewhere found; 'collection': in this input, 'none': do not",
    otherwise: "none",
    parse: parseElsewhere,
  },
  elsewhereVote: {
    rare: true,
    flags: "--elsewhere-vote <n>",
    of: JUDGES,
    parse: whole(1),
    help: "a text that stands under so many other sites is off-topic",
    otherwise: "no vote",
  },
  signs: {
    of: JUDGES,
    flags: "--signs",
    help: "signs of what a page is (suspended, parked, an error) have a vote",
  },
  signStrength: {
    rare: true,
    of: JUDGES,
    flags: "--sign-strength <s>",
    parse: parseDecimal,
    help: "strength from which a sign is a strong signal, 0 to 1",
    otherwise: strongSignal,
  },
  exactScores: {
    rare: true,
    of: JUDGES,
    flags: "--exact-scores",
    help: "compute scores even where a bound decides the topic status",
  },
  shortCircuit: {
    rare: true,
    of: JUDGES,
    flags: "--short-circuit",
    help: "do not score what an earlier measure has called off-topic",
  },
  numberOfTopics: {
    rare: true,
    of: JUDGES,
    flags: "--number-of-topics <n>",
    parse: whole(1),
    help: "topics of gensim_lsi (10) and of gensim_lda (2)",
  },
  structureWeight: {
    rare: true,
    flags: "--structure-weight <share>",
    of: [...JUDGES, "cluster"],
    help: "share of structure in structure-style and in clusters, 0 to 1; the rest is style",
    otherwise: CLUSTER_DEFAULTS.structureWeight,
    parse: parseDecimal,
  },
  insertCost: {
    rare: true,
    of: [...JUDGES, "cluster"],
    flags: "--insert-cost <cost>",
    parse: parseDecimal,
    otherwise: 1,
    help: "cost of an element inserted, for structure",
  },
  removeCost: {
    rare: true,
    of: [...JUDGES, "cluster"],
    flags: "--remove-cost <cost>",
    parse: parseDecimal,
    otherwise: 1,
    help: "cost of an element removed, for structure",
  },
  renameCost: {
    rare: true,
    of: [...JUDGES, "cluster"],
    flags: "--rename-cost <cost>",
    parse: parseDecimal,
    otherwise: 1,
    help: "cost of an element renamed, for structure",
  },
} as const satisfies OptionGroup;

export const topicOfTheCollectionOptions = {
  collectionMeasures: {
    flags: "--collection-measures <list>",
    alias: "-cm",
    of: RUNS,
    help: "measures against the collection's topic, e.g. vsm=0.2,terms, or all; without -tm only these",
  },
  topic: {
    flags: "--topic <file>",
    of: [...RUNS, "collect"],
    reads: true,
    help: "that topic, as topic build or fit wrote it",
    otherwise: "made of the collection",
    parse: (file: string) => parseProfile(readTextFile(file), file),
  },
  topicAgree: {
    rare: true,
    flags: "--topic-agree <n>",
    of: [...RUNS, "collect"],
    parse: whole(1),
    help: "so many of -cm must recognise a memento",
    otherwise: "the topic's",
  },
  elements: {
    of: ["topic", "fit"],
    flags: "--elements <n>",
    parse: whole(1),
    excludes: NEEDS_NO_TOPIC,
    help: "terms, and collocations of two and three words, at most of each",
    otherwise: 100,
  },
  recognise: {
    of: ["topic", "fit"],
    flags: "--recognise <share>",
    parse: parseDecimal,
    excludes: NEEDS_NO_TOPIC,
    help: "share of the core that each measure recognises, as 0.65",
  },
  coverage: {
    rare: true,
    of: ["topic", "fit"],
    flags: "--coverage <share>",
    parse: parseDecimal,
    excludes: NEEDS_NO_TOPIC,
    help: "share of the core that they recognise together",
    otherwise: "0.98; of a core that nobody chose 0.9",
  },
  coreMementos: {
    rare: true,
    of: ["topic", "fit"],
    flags: "--core-mementos <n>",
    parse: whole(1),
    excludes: NEEDS_NO_TOPIC,
    help: "core mementos of one TimeMap at most, from the first one on",
    otherwise: "3; of a given core 20",
  },
  variableAfter: {
    rare: true,
    of: ["topic", "fit", "collect"],
    flags: "--variable-after <n>",
    parse: whole(1),
    help: "learn a variable part, made again after so many accepted documents",
    otherwise: "none",
  },
  randomSeed: {
    rare: true,
    of: ["topic", "fit"],
    flags: "--random-seed <n>",
    parse: whole(0),
    otherwise: 1,
    help: "decides what of the variable part is taken at random",
    needs: ["variableAfter", "is about the variable part"],
  },
} as const satisfies OptionGroup;

export const textOfPagesOptions = {
  boilerplate: {
    of: RUNS,
    flags: "--boilerplate <remover>",
    help: "how boilerplate is taken out",
    otherwise: "all-paragraphs",
  },
  fusion: {
    rare: true,
    flags: "--fusion <name>",
    of: [...RUNS, "fragments"],
    help: "how the density remover fuses blocks",
    choices: FUSIONS,
    otherwise: "smooth-rule",
  },
  vmax: {
    rare: true,
    flags: "--vmax <share>",
    of: [...RUNS, "fragments"],
    help: "density remover: blocks that differ by less are fused",
    otherwise: 0.38,
    parse: parseDecimal,
  },
  wrap: {
    rare: true,
    flags: "--wrap <n>",
    of: [...RUNS, "fragments"],
    help: "density remover: characters of a line",
    otherwise: 80,
    parse: whole(1),
  },
  language: {
    of: JUDGES,
    flags: "--language <tag>",
    help: "language of the words: a BCP 47 tag, or auto: as detected",
    otherwise: "en",
  },
  stem: {
    rare: true,
    of: RUNS,
    flags: "--stem <stemmer>",
    parse: parseStemmer,
    help: "stemmer of English words, porter or lancaster",
    otherwise: "porter",
  },
  noStem: {
    rare: true,
    of: RUNS,
    flags: "--no-stem",
    help: "compare words, not their stems",
  },
  stopWords: {
    rare: true,
    of: RUNS,
    flags: "--keep-stop-words",
    value: false,
    help: "leave stop words in",
  },
  stopWordList: {
    rare: true,
    of: RUNS,
    flags: "--stop-words <file>",
    reads: true,
    parse: readStopWords,
    help: "leave these words out in place of the language's stop words",
  },
  minTokenLength: {
    rare: true,
    of: RUNS,
    flags: "--min-token-length <n>",
    parse: whole(1),
    help: "leave out words of fewer characters",
  },
  measureSteps: {
    rare: true,
    of: JUDGES,
    flags: "--preprocess <measure:steps>",
    repeats: true,
    parse: parseMeasureSteps,
    help: "steps of one measure: jaccard:no-stem,min-token-length=3; can be repeated",
  },
} as const satisfies OptionGroup;

export const whatIsAMementoOptions = {
  groupBy: {
    rare: true,
    of: RUNS,
    flags: "--group-by <rule>",
    choices: choices.groupBy,
    help: "what makes a TimeMap",
  },
  status: {
    rare: true,
    of: RUNS,
    flags: "--status <rule>",
    choices: choices.status,
    help: "HTTP answers that are mementos",
  },
  pages: {
    of: RUNS,
    flags: "--pages <rule>",
    choices: choices.pages,
    help: "captures that are pages",
  },
  text: {
    of: RUNS,
    flags: "--text <source>",
    choices: choices.text,
    help: "text of pages: of their markup, or as a browser showed it, where the crawl kept that",
  },
  formats: {
    of: RUNS,
    flags: "--formats <list>",
    help: `what is a page, by its content: ${FORMATS.join(",")}, the last one for gzip files too; measures of markup have no score for what has none`,
    otherwise: "html",
    parse: (text) => text.split(",").map(oneOf(FORMATS, "value of --formats")),
  },
  redirects: {
    rare: true,
    of: RUNS,
    flags: "--redirects <rule>",
    choices: choices.redirects,
    help: "archived redirects",
  },
  revisits: {
    rare: true,
    of: RUNS,
    flags: "--revisits <rule>",
    choices: choices.revisits,
    help: "revisit records",
  },
  substituted: {
    rare: true,
    of: RUNS,
    flags: "--substituted <rule>",
    choices: choices.substituted,
    help: "archives' answers that are another capture",
  },
} as const satisfies OptionGroup;

export const metadataOfMementosOptions = {
  simhash: {
    rare: true,
    flags: "--no-compute-simhashes",
    of: JUDGES,
    help: "leave the Simhash of each memento out of the results",
  },
  contentLength: {
    rare: true,
    flags: "--no-compute-lengths",
    of: JUDGES,
    help: "leave the content length out",
  },
  detectLanguage: {
    rare: true,
    flags: "--no-detect-languages",
    of: JUDGES,
    help: "leave the language out",
  },
} as const satisfies OptionGroup;
