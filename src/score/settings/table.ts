import { FORMATS } from "../../base/content-type.js";
import type { DocumentFormat } from "../../base/types.js";
import { FUSIONS } from "../../page/density/choices.js";
import type { FusionName } from "../../page/density/fusions.js";
import type { OwnKeyword, OwnSigns, RemoverKeyword, Stemming } from "../../page/types.js";
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

/** Choices that are plain values. A missing choice has the value of the profile. */
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
  /** Origin of the seeds: a curator chose them for what they show, or nobody did, as in a crawl of the web. */
  readonly seedsFrom?: "curator" | "web";
  /**
   * Measures with thresholds, in the form of `-tm`: `cosine=0.15,wordcount`. `elsewhere=3` in the list is the same as
   * `elsewhereVote: 3`.
   */
  readonly measures?: string;
  /** Reference memento of measures that name none (see `Reference`). */
  readonly reference?: Reference;
  /**
   * Tells whether signs have a vote of their own. Signs of a file (`parseSigns`) are searched for in addition to the
   * built-in signs.
   */
  readonly signs?: boolean | OwnSigns;
  /** Number of topics of gensim_lsi and gensim_lda. */
  readonly numberOfTopics?: number;
  /** Costs of the tree edit distance for inserted, removed and renamed elements. */
  readonly insertCost?: number;
  readonly removeCost?: number;
  readonly renameCost?: number;
  /** Keyword of the boilerplate remover, which can be built in or your own. */
  readonly boilerplate?: RemoverKeyword | OwnKeyword;
  /** Rule by which the density remover fuses blocks. */
  readonly fusion?: FusionName;
  /** Vmax of the density remover, 0 to 1. */
  readonly vmax?: number;
  /** Line length of the density remover, in characters. */
  readonly wrap?: number;
  /** Source of the text of a page: its markup, or the rendering in a browser during the crawl. */
  readonly text?: "html" | "rendered";
  /** Formats of pages: `html` and any of `text`, `pdf`. Default `html` only. */
  readonly formats?: readonly DocumentFormat[];
  /** Maximum size of a page in bytes. Larger pages are reported and not measured. */
  readonly maxPageSize?: number;
}

/** A setting. Its type, its option, help, checks, the stamp and messages are derived from these members. */
export interface Setting<Value = unknown> extends Kind<Value> {
  readonly meaning: string;
  /**
   * Step that depends on the setting: which captures are mementos of a TimeMap (`mementos`), the content of their
   * records, their scores, the verdicts, or only the wording of results. Records made with other settings of the kinds
   * `mementos` or `records` are refused.
   */
  readonly decides: "mementos" | "records" | "scores" | "verdicts" | "results";
  /** Heading of the option in help. */
  readonly heading: string;
  /** Default value. If `otmt` is present, it is the default of profile otmt-1.0.5. */
  readonly default?: Value;
  readonly otmt?: Value;
  /** Text that help shows instead of the default. */
  readonly otherwise?: string | number;
  /** Place of the value in {@link Settings}, if the profile has a default for it. */
  readonly sets?: readonly [setting: keyof Settings, member?: string];
  /** Settings of {@link Settings} that are computed from this one, by name. */
  readonly follows?: readonly (keyof Settings)[];
  /** Flags, if they cannot be derived from the key and the form. */
  readonly flags?: string;
  readonly alias?: `-${string}`;
  /** Value of a flag without an argument. */
  readonly value?: Value;
  /** Text of the value if the option is given without one. */
  readonly preset?: string;
  readonly repeats?: true;
  /** The value names a file to read. */
  readonly reads?: true;
  /** Syntax of the value after `--set`, for a setting with a flag that takes no value. */
  readonly takes?: string;
  /** True for a setting that few people need. It has no flag, and is set by `--set` or in the configuration file. */
  readonly isRare?: true;
  /**
   * Commands that take the setting in addition to those that follow from `decides`. Includes `topic` if topics depend
   * on the setting.
   */
  readonly also?: readonly string[];
  /** True if the command `topic` does not take the setting, although it decides records. */
  readonly isNotOfTopic?: true;
  /** True if scripts for OTMT always give the option, so that it is not an error if it has no effect. */
  readonly isOtmts?: true;
}

const VERDICTS = { heading: "Measures and verdicts", decides: "verdicts" } as const;
const SCORES = { heading: "Measures and verdicts", decides: "scores", isRare: true } as const;
const TREES = {
  ...SCORES,
  ...decimal("<cost>"),
  also: ["cluster"],
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

/** One setting for each choice. */
type Settable = {
  readonly [Key in keyof PlainChoices]-?: Setting<NonNullable<PlainChoices[Key]>>;
} & {
  readonly [Key in keyof ReadChoices]-?: Setting<ReadChoices[Key]>;
};

/** Choices that the command line parses itself or reads from a file. */
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

/** All settings by their key in the library, in the order of help. */
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
  seedsFrom: {
    ...{ ...VERDICTS, ...wordOf("<who>", ["curator", "web"] as const), default: "curator" },
    meaning:
      "who chose the seeds; web lowers the cut of the learned combination, for seeds that nobody chose",
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
    ...{ ...VERDICTS, type: "boolean object", takes: "off|vote|<file>", reads: true },
    meaning: "signs of what a page is (suspended, parked, an error) have a vote",
    otherwise: "off",
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
    ...{ ...SCORES, ...shareOfOne("structure weight"), also: ["cluster"] },
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
