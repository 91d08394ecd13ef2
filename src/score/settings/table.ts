import { FORMATS } from "../../base/content-type.js";
import type { DocumentFormat } from "../../base/types.js";
import { FUSIONS } from "../../page/density/choices.js";
import type { FusionName } from "../../page/density/fusions.js";
import type { OwnKeyword, RemoverKeyword, Stemming } from "../../page/types.js";
import { references } from "../measure-id.js";
import { strongSignal } from "../strong-signal.js";
import {
  bytes,
  decimal,
  given,
  type Kind,
  onOrOff,
  shareOfOne,
  stemmer,
  wholeNumber,
  wordOf,
} from "./kinds.js";
import type { Reference, Settings, SettingsProfile } from "./types.js";

/** Choices that are plain values; everything left out comes from the profile. */
export interface PlainChoices extends Partial<
  Pick<
    Settings,
    | "first"
    | "elsewhereVote"
    | "signStrength"
    | "exactScores"
    | "shortCircuit"
    | "structureWeight"
    | "groupBy"
    | "status"
    | "pages"
    | "redirects"
    | "revisits"
    | "substituted"
    | "simhash"
    | "contentLength"
    | "detectLanguage"
    | "explain"
  >
> {
  readonly profile?: SettingsProfile;
  /** As after `-tm`: `cosine=0.15,wordcount`. `elsewhere=3` among them is `elsewhereVote: 3`. */
  readonly measures?: string;
  /** What measures that name no reference memento are compared with: see `Reference`. */
  readonly reference?: Reference;
  /** Whether signs have a vote of their own. */
  readonly signs?: boolean;
  /** Of gensim_lsi and of gensim_lda. */
  readonly numberOfTopics?: number;
  /** Costs of the tree edit distance. */
  readonly insertCost?: number;
  readonly removeCost?: number;
  readonly renameCost?: number;
  /** How boilerplate is taken out: the keyword of one of ours, or of one of your own. */
  readonly boilerplate?: RemoverKeyword | OwnKeyword;
  /** How the density remover fuses blocks. */
  readonly fusion?: FusionName;
  /** The density remover's Vmax, 0 to 1. */
  readonly vmax?: number;
  /** Characters of a line of the density remover. */
  readonly wrap?: number;
  /** Where the text of a page is from: its markup, or a browser that showed it while it was crawled. */
  readonly text?: "html" | "rendered";
  /** What captures may be: `html` and any of `text`, `pdf`. Default `html` only. */
  readonly formats?: readonly DocumentFormat[];
  /** Bytes. */
  readonly maxPageSize?: number;
}

/** A setting: everything that its type, its option, help, checks, the stamp and messages need. */
export interface Setting<Value = unknown> extends Kind<Value> {
  readonly meaning: string;
  /**
   * The step that depends on it: which records are mementos and make a TimeMap, what is in their records, their scores, the
   * verdicts, or only what results say. Records made with other mementos or records settings are refused.
   */
  readonly decides: "mementos" | "records" | "scores" | "verdicts" | "results";
  /** Heading of its option in help. */
  readonly heading: string;
  /** Value where it is left out, in profile otmt-1.0.5 unless `otmt` has another. */
  readonly default?: Value;
  readonly otmt?: Value;
  /** What help says of it where it is left out, in place of the default. */
  readonly otherwise?: string | number;
  /** Where {@link Settings} have the value, where the profile has a default for it. */
  readonly sets?: readonly [setting: keyof Settings, member?: string];
  /** Names in {@link Settings} of values that follow from it. */
  readonly follows?: readonly (keyof Settings)[];
  /** Its flags, where they do not follow from its key and form. */
  readonly flags?: string;
  readonly alias?: `-${string}`;
  /** Value of a flag without an argument. */
  readonly value?: Value;
  /** Value text of an option given without one. */
  readonly preset?: string;
  readonly repeats?: true;
  /** It names a file that is read. */
  readonly reads?: true;
  /** Few need it: it is given with `--set` or in the configuration file. */
  readonly isRare?: true;
  /** Commands that take it besides those that follow from `decides`; `topic` where its topics depend on it. */
  readonly also?: readonly string[];
  /** The command `topic` does not take it, though it decides records. */
  readonly isNotOfTopic?: true;
  /** Scripts written for OTMT always give it: without effect it is no mistake. */
  readonly isOtmts?: true;
}

const VERDICTS = { heading: "Measures and verdicts", decides: "verdicts" } as const;
const SCORES = { heading: "Measures and verdicts", decides: "scores", isRare: true } as const;
const TREES = {
  ...SCORES,
  ...decimal("<cost>"),
  also: ["cluster", "cluster-step"],
  default: 1,
} as const;
const TOPIC = { heading: "Topic of the collection", decides: "verdicts" } as const;
const TEXT = { heading: "Text of pages", decides: "records" } as const;
const DENSITY = { ...TEXT, isRare: true, also: ["fragments"] } as const;
const MEMENTOS = { heading: "What is a memento", decides: "mementos" } as const;
const RARE_MEMENTOS = { ...MEMENTOS, isRare: true } as const;
const METADATA = {
  ...onOrOff,
  heading: "Metadata of mementos",
  decides: "results",
  default: true,
} as const;

/** A setting for each choice. */
type Settable = {
  readonly [Key in keyof PlainChoices]-?: Setting<NonNullable<PlainChoices[Key]>>;
} & {
  readonly [Key in keyof ReadChoices]-?: Setting<ReadChoices[Key]>;
};

/** Choices that the command line reads from text of their own form, or from a file. */
interface ReadChoices {
  readonly thresholds: object;
  readonly abstain: readonly [low: number, high: number];
  readonly elsewhere: object | "collection";
  readonly soft404: object;
  readonly collectionMeasures: string;
  readonly topicAgree: number;
  readonly topic: object;
  readonly language: string;
  readonly stem: Stemming;
  readonly stopWords: boolean;
  readonly stopWordList: object;
  readonly minTokenLength: number;
  readonly measureSteps: readonly object[];
}

/** All settings by the key that the library has for them, in the order of help. */
export const SETTINGS: Settable = {
  measures: {
    ...{ ...VERDICTS, ...given("<list>"), flags: "--timemap-measures <list>", alias: "-tm" },
    meaning: "measures with thresholds, e.g. jaccard=0.80,bytecount",
    otherwise: "those of the profile",
  },
  profile: {
    ...{ ...VERDICTS, ...wordOf<SettingsProfile>("<name>", ["paper", "otmt-1.0.5", "default"]) },
    also: ["topic"],
    meaning: "defaults to start from",
    otherwise: "default; paper where measures are chosen",
  },
  thresholds: {
    ...{ ...VERDICTS, ...given<object>("<file>", "object"), reads: true },
    meaning: "thresholds that calibrate wrote, for measures chosen without one",
  },
  reference: {
    ...{ ...VERDICTS, ...wordOf("<memento>", references), isRare: true, default: "first" },
    meaning: "what mementos are compared with",
  },
  abstain: {
    ...{ ...VERDICTS, ...given<readonly [number, number]>("<low-high>", "list"), preset: ".15-.5" },
    meaning:
      "with the learned combination, probabilities at which a memento is unsure; without a value .15-.5",
  },
  first: {
    ...{ ...VERDICTS, isRare: true, sets: ["first"], default: "earliest-2xx", otmt: "earliest" },
    ...wordOf<Settings["first"]>("<rule>", ["earliest-2xx", "earliest", "usable"]),
    meaning: "which memento is compared with",
  },
  elsewhere: {
    ...{ ...VERDICTS, ...given<object | "collection">("<file>", "object text"), reads: true },
    meaning:
      "look mementos up among the texts of many sites, which elsewhere found; 'collection': in this input, 'none': do not",
    otherwise: "none",
  },
  elsewhereVote: {
    ...{ ...VERDICTS, ...wholeNumber("number of sites"), isRare: true },
    meaning: "a text that stands under so many other sites is off-topic",
    otherwise: "no vote",
  },
  soft404: {
    ...{ ...VERDICTS, ...given<object>("<file>", "object"), reads: true },
    meaning: "captures that soft404 -ot json has listed are off-topic",
  },
  signs: {
    ...{ ...VERDICTS, ...onOrOff },
    meaning: "signs of what a page is (suspended, parked, an error) have a vote",
  },
  signStrength: {
    ...{ ...VERDICTS, ...decimal("<s>"), isRare: true, default: strongSignal },
    meaning: "strength from which a sign is a strong signal, 0 to 1",
  },
  exactScores: {
    ...{ ...SCORES, ...onOrOff, sets: ["exactScores"], default: false },
    meaning: "compute scores even where a bound decides the topic status",
  },
  shortCircuit: {
    ...{ ...SCORES, ...onOrOff },
    meaning: "do not score what an earlier measure has called off-topic",
  },
  numberOfTopics: {
    ...{ ...SCORES, ...wholeNumber("number of topics"), isRare: undefined, isOtmts: true },
    ...{ sets: ["numberOfTopics"], follows: ["ldaTopics"], default: 10 },
    meaning: "topics of gensim_lsi, and of gensim_lda, which has 2 where none are chosen",
  },
  structureWeight: {
    ...{ ...SCORES, ...shareOfOne("structure weight"), also: ["cluster", "cluster-step"] },
    ...{ sets: ["structureWeight"], default: 0.5 },
    meaning: "share of structure in structure-style and in clusters, 0 to 1; the rest is style",
  },
  insertCost: {
    ...{ ...TREES, sets: ["editCosts", "insert"] },
    meaning: "cost of an element inserted, for structure",
  },
  removeCost: {
    ...{ ...TREES, sets: ["editCosts", "remove"] },
    meaning: "cost of an element removed, for structure",
  },
  renameCost: {
    ...{ ...TREES, sets: ["editCosts", "rename"] },
    meaning: "cost of an element renamed, for structure",
  },
  collectionMeasures: {
    ...{ ...TOPIC, ...given("<list>"), alias: "-cm", also: ["topic"] },
    meaning:
      "measures against the collection's topic, e.g. vsm=0.2,terms, or all; without -tm only these",
  },
  topic: {
    ...{ ...TOPIC, ...given<object>("<file>", "object"), reads: true, also: ["topic", "collect"] },
    meaning: "that topic, as topic build or fit wrote it",
    otherwise: "made of the collection",
  },
  topicAgree: {
    ...{ ...TOPIC, ...wholeNumber("number of measures"), isRare: true, also: ["topic", "collect"] },
    meaning: "so many of -cm must recognise a memento",
    otherwise: "the topic's",
  },
  boilerplate: {
    ...{ ...TEXT, ...given<RemoverKeyword | OwnKeyword>("<remover>") },
    ...{ sets: ["preprocessing", "boilerplate"], default: "all-paragraphs" },
    meaning: "how boilerplate is taken out",
  },
  fusion: {
    ...{ ...DENSITY, ...wordOf("<name>", FUSIONS), otherwise: "smooth-rule" },
    meaning: "how the density remover fuses blocks",
  },
  vmax: {
    ...{ ...DENSITY, ...shareOfOne("Vmax"), otherwise: 0.38 },
    meaning: "density remover: blocks that differ by less are fused",
  },
  wrap: {
    ...{ ...DENSITY, ...wholeNumber("wrap width"), otherwise: 80 },
    meaning: "density remover: characters of a line",
  },
  language: {
    ...{ ...TEXT, ...given("<tag>"), isNotOfTopic: true },
    ...{ sets: ["preprocessing", "language"], default: "en" },
    meaning: "language of the words: a BCP 47 tag, or auto: as detected",
  },
  stem: {
    ...{ ...TEXT, ...stemmer, isRare: true, sets: ["preprocessing", "stem"], default: true },
    meaning: "stemmer of English words: porter, lancaster, or none to compare words as they are",
    otherwise: "porter",
  },
  stopWords: {
    ...{ ...TEXT, ...onOrOff, isRare: true, flags: "--keep-stop-words", value: false },
    ...{ sets: ["preprocessing", "stopWords"], default: true },
    meaning: "leave stop words in",
    otherwise: "false",
  },
  stopWordList: {
    ...{ ...TEXT, ...given<object>("<file>", "object"), isRare: true, reads: true },
    flags: "--stop-words <file>",
    meaning: "leave these words out in place of the language's stop words",
  },
  minTokenLength: {
    ...{ ...TEXT, ...wholeNumber("length of tokens"), isRare: true },
    meaning: "leave out words of fewer characters",
  },
  measureSteps: {
    ...{ ...TEXT, ...given<readonly object[]>("<measure:steps>", "list"), isRare: true },
    ...{ flags: "--preprocess <measure:steps>", repeats: true, reads: true, isNotOfTopic: true },
    meaning: "steps of one measure: jaccard:no-stem,min-token-length=3; can be repeated",
  },
  groupBy: {
    ...{ ...RARE_MEMENTOS, ...wordOf<Settings["groupBy"]>("<rule>", ["timemap", "surt", "uri"]) },
    ...{ sets: ["groupBy"], follows: ["groupCapturesBy"], default: "timemap" },
    meaning: "what makes a TimeMap",
  },
  status: {
    ...{ ...RARE_MEMENTOS, ...wordOf<Settings["status"]>("<rule>", ["2xx+errors", "2xx", "all"]) },
    ...{ sets: ["status"], default: "2xx+errors", otmt: "all" },
    meaning: "HTTP answers that are mementos",
  },
  pages: {
    ...{ ...MEMENTOS, ...wordOf<Settings["pages"]>("<rule>", ["document", "html", "text/html"]) },
    ...{ sets: ["pages"], default: "document", otmt: "text/html" },
    meaning: "captures that are pages",
  },
  text: {
    ...{ ...MEMENTOS, decides: "records", ...wordOf("<source>", ["html", "rendered"]) },
    default: "html",
    meaning: "text of pages: of their markup, or as a browser showed it, where the crawl kept that",
  },
  formats: {
    ...{ ...MEMENTOS, ...given<readonly DocumentFormat[]>("<list>", "list") },
    parse: (text: string, name: string): readonly DocumentFormat[] =>
      text.split(",").map((word) => wordOf("<list>", FORMATS).check!(word as DocumentFormat, name)),
    meaning: `what is a page, by its content: ${FORMATS.join(",")}, the last one for gzip files too; measures of markup have no score for what has none`,
    otherwise: "html",
  },
  redirects: {
    ...{ ...RARE_MEMENTOS, ...wordOf<Settings["redirects"]>("<rule>", ["follow", "skip"]) },
    ...{ sets: ["redirects"], default: "follow" },
    meaning: "archived redirects",
  },
  revisits: {
    ...{ ...RARE_MEMENTOS, ...wordOf<Settings["revisits"]>("<rule>", ["resolve", "skip"]) },
    ...{ sets: ["revisits"], default: "resolve", otmt: "skip" },
    meaning: "revisit records",
  },
  substituted: {
    ...{ ...RARE_MEMENTOS, ...wordOf<Settings["substituted"]>("<rule>", ["refuse", "keep"]) },
    ...{ sets: ["substituted"], default: "refuse", otmt: "keep" },
    meaning: "archives' answers that are another capture",
  },
  simhash: {
    ...{ ...METADATA, flags: "--no-compute-simhashes", sets: ["simhash"] },
    meaning: "leave the Simhash of each memento out of the results",
  },
  contentLength: {
    ...{ ...METADATA, flags: "--no-compute-lengths", sets: ["contentLength"] },
    meaning: "leave the content length out",
  },
  detectLanguage: {
    ...{ ...METADATA, flags: "--no-detect-languages", sets: ["detectLanguage"] },
    meaning: "leave the language out",
  },
  explain: {
    ...{ ...onOrOff, heading: "Output", decides: "results" },
    meaning: "say why each memento has its verdict",
  },
  maxPageSize: {
    ...{ ...RARE_MEMENTOS, ...bytes("page size"), heading: "Running", also: ["collect"] },
    ...{ sets: ["maxPageBytes"], default: 64 * 1024 * 1024 },
    meaning: "larger pages are reported, not measured",
    otherwise: "64M",
  },
};

export type SettingKey = keyof Settable;
