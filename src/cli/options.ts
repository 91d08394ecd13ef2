import { warcBase } from "../inputs/read/cdx-sources.js";
import { readSeeds } from "../inputs/read/seeds.js";
import { parseArchive } from "../archives/known-archives.js";
import { readRawRules } from "../archives/raw-uri-m.js";
import { CLUSTER_DEFAULTS } from "../cluster/near-settings.js";
import { CUT_PROFILES } from "../evaluate/evaluation.js";
import { DRAWS } from "../evaluate/draw.js";
import { evaluationForms } from "../evaluate/forms.js";
import { readCookies } from "../http/access.js";
import { parseRate } from "../http/limits.js";
import { matches } from "../mementos/seed-match.js";
import { readTextFile } from "../read-text-file.js";
import { DUPLICATE_SHARE } from "../results/companions/select.js";
import { NEAR_BITS } from "../results/companions/similar.js";
import { parseOverrides } from "../results/overrides.js";
import { references } from "../scoring/measure-id.js";
import { strongSignal } from "../scoring/page-kind.js";
import { requireChoice } from "../settings/find.js";
import { FUSIONS } from "../settings/measure-options.js";
import { choices } from "../settings/settings.js";
import { parseThresholdFile } from "../settings/thresholds.js";
import { parseProfile } from "../topic/profile-file.js";
import { parseFailOn } from "./exit-status.js";
import {
  linesIn,
  parseCombination,
  parseDecimal,
  parseMeasureSteps,
  parseReplay,
  parseSeconds,
  parseService,
  parseShard,
  parseSize,
  parseStemmer,
  parseWhole,
  readStopWords,
} from "./option-values.js";

/** An option of the command line, declared once for all commands that take it. */
export interface OptionDefinition {
  /**
   * As commander reads them. What follows decides the type of the value: `<file>` is text that `parse` reads, nothing is
   * true (false for `--no-...`) or `value`.
   */
  readonly flags: string;
  /** The two-letter flag of OTMT, which commander cannot read itself. */
  readonly alias?: `-${string}`;
  readonly help: string;
  /** What holds where it is left out, for help. */
  readonly otherwise?: string | number;
  /** Text of its value where it is left out: there always is a value. */
  readonly default?: string;
  /** Words that it takes, where these are all. */
  readonly choices?: readonly string[];
  /** The value of the text; throws a `UsageError`, in which `option` is what the user wrote. */
  readonly parse?: (text: string, option: string) => unknown;
  /** The value of a flag without an argument. */
  readonly value?: unknown;
  /** It may be given several times; the value is a list. */
  readonly repeats?: true;
  /** The commands that take it. */
  readonly of: readonly CommandName[];
  /** It names, or holds the name of, a file that is read: no output may take its place. */
  readonly reads?: true;
  /** It names a file that is written. */
  readonly writes?: true;
  /** It has no effect without this other one: its key, and what is said of it. */
  readonly needs?: readonly [key: string, because: string];
  /** It contradicts this other one. */
  readonly excludes?: readonly [key: string, because: string];
  /** Few need it: help of a command with many options shows it only with `--help all`. */
  readonly rare?: true;
  /** Another name of an option, kept for old scripts. */
  readonly hidden?: true;
}

/** What was given of an option: its texts, none for a flag without an argument. */
export interface GivenOption {
  readonly option: OptionDefinition;
  readonly texts: readonly string[];
}

/** A text that was given of an option that repeats, by the option's key. */
export interface GivenText {
  readonly key: string;
  readonly text: string;
}

/** Every command; `detect` is the one without a name. */
export type CommandName =
  | (typeof RUNS)[number]
  | (typeof COMPANIONS)[number]
  | "list"
  | "completion"
  | "merge"
  | "compare"
  | "cluster_by_simhash"
  | "select_high_quality"
  | "report"
  | "sample"
  | "train"
  | "review"
  | "convert"
  | "filter"
  | "fragments"
  | "cluster";

/** Commands that compute scores, or take part in it. */
const RUNS = [
  "detect",
  "map",
  "resolve",
  "fit",
  "reduce",
  "evaluate",
  "calibrate",
  "topic",
] as const;
/** Commands that may read from archives. */
const FETCHES = ["detect", "map", "evaluate", "calibrate", "cluster", "topic"] as const;
/** Commands of OTMT's companions that choose from saved results. */
const COMPANIONS = ["exclude_duplicates", "select_by_language", "slice_by_datetime"] as const;
/** Commands that write results in the forms of `-ot`. */
const WRITES_RESULTS = ["detect", "reduce", "merge", "convert"] as const;
/** Commands with all options on messages. */
const SPEAKING = ["detect", "map", "reduce", "fit", "topic", "filter"] as const;

const whole =
  (least: number) =>
  (text: string, option: string): number =>
    parseWhole(text, option, least);
const oneOf =
  <C extends string>(words: readonly C[], what: string) =>
  (text: string): C =>
    requireChoice(text, words, what);

const FRAGMENT_FORMS = ["text", "json", "html"] as const;
const TEXT_OR_JSON = ["text", "json"] as const;
const STATUSES = ["off-topic", "on-topic", "unsure"] as const;
const LISTS = ["cdxj", "list", "uri-m", "aclj"] as const;
const JSON_OR_CSV = ["json", "csv"] as const;
const EVALUATION_FORMS = Object.keys(evaluationForms);
const DIFFERENCES = ["any", "new-off-topic"] as const;
const FORM = { flags: "--output-type <form>", alias: "-ot" } as const;
const NEEDS_NO_TOPIC = [
  "topic",
  "is about making a topic, and --topic is one that is there already. Give one of them.",
] as const;

/**
 * Every option, by its heading in help. The key is the name of its value, which is the one that the library has for it
 * where there is one: a command hands its values on. To add an option add it here: its type, help, and the check of the
 * files that it names follow.
 */
const table = {
  Input: {
    input: {
      flags: "-i, --input <kind=argument>",
      help: "what to read, e.g. warc=crawl.warc.gz; can be repeated",
      repeats: true,
      reads: true,
      of: ["detect", "evaluate", "calibrate", "cluster", "topic", "fragments", "filter", "review"],
    },
    seeds: {
      flags: "--seeds <file>",
      of: FETCHES,
      help: "only these seeds of the input: a list, CSV, WACZ, pages.jsonl or crawl config; auto: those that the WACZ or the warcinfo names",
      reads: true,
      parse: async (file: string) => (file === "auto" ? file : readSeeds(file)),
    },
    match: {
      flags: "--match <how>",
      of: FETCHES,
      help: "how captures are compared with --seeds, as SURT or URI (--group-by), or with URI-Rs (uri-r=)",
      otherwise: "exact",
      choices: matches,
      parse: oneOf(matches, "value of --match"),
    },
    archive: {
      flags: "--archive <archive>",
      of: FETCHES,
      help: "which archive has the captures of URI-Rs (uri-r=) and of saved TimeMaps without URI-Ms: a word of `list archives`, or what its URI-Ms begin with",
      parse: parseArchive,
    },
    warcBase: {
      flags: "--warc-base <folder>",
      of: FETCHES,
      help: "where the WARC files of an index (cdx=) are looked for, too, at any depth",
      parse: warcBase,
    },
    cdxFilters: {
      flags: "--cdx-filter <filter>",
      of: FETCHES,
      help: "only captures whose index line fits [!]FIELD:REGEX, e.g. status:200 or '!mime:image/.*'; can be repeated",
      repeats: true,
    },
    from: {
      flags: "--from <date>",
      of: FETCHES,
      help: "of TimeMaps and indexes, score mementos from this date on (4 to 14 digits)",
    },
    to: {
      flags: "--to <date>",
      of: FETCHES,
      help: "of TimeMaps and indexes, score mementos up to this date",
    },
    limit: {
      flags: "--limit <n>",
      of: FETCHES,
      help: "score at most so many mementos of a TimeMap, oldest first",
      parse: whole(1),
    },
    sample: {
      flags: "--sample <n>",
      of: FETCHES,
      help: "score so many mementos of a TimeMap, spread evenly over time",
      parse: whole(1),
    },
    refetchDuplicates: {
      rare: true,
      flags: "--refetch-duplicates",
      of: FETCHES,
      help: "also fetch captures whose digest, by the archive's index, is that of another one of the TimeMap",
    },
    verify: {
      rare: true,
      flags: "--verify",
      of: FETCHES,
      help: "compare the files in a WACZ with the digests that it has of them",
    },
    shard: {
      rare: true,
      flags: "--shard <k/n>",
      of: ["detect", "map", "reduce"],
      help: "only the k-th of n parts of all TimeMaps, by a hash of the grouping key; see merge",
      parse: (text: string) => parseShard(text),
    },
    uri: {
      flags: "--uri <uri>",
      of: ["fragments"],
      help: "which memento: its URI-R (the first capture of it) or its URI-M",
      needs: ["input", "names a memento of an input"],
    },
    results: {
      flags: "-i, --input <file>",
      help: "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5",
      reads: true,
      of: [...COMPANIONS, "cluster_by_simhash"],
    },
    considerationFile: {
      flags: "-c, --consideration-file <file>",
      of: COMPANIONS,
      help: "consider only these URI-Ms, one a line",
      reads: true,
    },
    sliceFile: {
      flags: "-s, --slice-file <file>",
      of: ["cluster_by_simhash"],
      help: "slices as slice_by_datetime writes them",
      reads: true,
    },
    clusterFile: {
      flags: "-i, --cluster-file <file>",
      of: ["select_high_quality"],
      help: "clusters as cluster_by_simhash writes them",
      reads: true,
    },
    clusterFileOfOtmt: {
      flags: "--input <file>",
      of: ["select_high_quality"],
      hidden: true,
      help: "OTMT's other name of the cluster file",
      reads: true,
    },
    core: {
      flags: "--core <document>",
      of: ["topic"],
      help: "a core document: kind=argument as after -i, a page's path, or a URI-M of the collection; can be repeated",
      repeats: true,
      reads: true,
    },
    coreList: {
      flags: "--core-list <file>",
      of: ["topic", "fit"],
      help: "core documents (for fit: URI-Ms), one a line, as --ontopic-file writes them",
      reads: true,
      parse: linesIn,
      excludes: ["topic", "makes a topic, and --topic is one that is there already: give one."],
    },
    overrides: {
      flags: "--overrides <file>",
      of: [...WRITES_RESULTS, "report", "filter"],
      help: "a curator's own verdicts, which win: decisions.tsv, or TSV of URI-M or URI-R, label (1 on-topic, 0 off-topic)",
      reads: true,
      parse: (file: string) => parseOverrides(readTextFile(file), file),
    },
  },
  Output: {
    outputs: {
      flags: "-o, --output <file>",
      help: "where the results go, written whole or not at all; can be repeated, each takes the -ot directly before it, else the form of its suffix (.json .jsonl .csv .html .parquet)",
      otherwise: "standard output",
      repeats: true,
      writes: true,
      of: WRITES_RESULTS,
    },
    output: {
      flags: "-o, --output <file>",
      help: "where the output goes, written whole or not at all",
      otherwise: "standard output",
      writes: true,
      of: [
        "fit",
        "topic",
        "evaluate",
        "calibrate",
        "compare",
        "report",
        "sample",
        "train",
        "fragments",
        "cluster",
        ...COMPANIONS,
        "cluster_by_simhash",
        "select_high_quality",
      ],
    },
    outputType: {
      ...FORM,
      help: "form of the results",
      otherwise: "json; of reduce and merge jsonl, of convert text",
      repeats: true,
      of: WRITES_RESULTS,
    },
    textOrJson: {
      ...FORM,
      help: "form of the output",
      default: "text",
      of: ["compare"],
      choices: TEXT_OR_JSON,
      parse: oneOf(TEXT_OR_JSON, "output type"),
    },
    fragmentForm: {
      ...FORM,
      help: "form of the fragments; html shows them tinted by density",
      default: "text",
      of: ["fragments"],
      choices: FRAGMENT_FORMS,
      parse: oneOf(FRAGMENT_FORMS, "output type"),
    },
    clusterForm: {
      ...FORM,
      help: "form of the clusters",
      default: "json",
      of: ["cluster"],
      choices: JSON_OR_CSV,
      parse: oneOf(JSON_OR_CSV, "output type"),
    },
    evaluationForm: {
      ...FORM,
      help: "form of the evaluation",
      default: "text",
      of: ["evaluate"],
      choices: EVALUATION_FORMS,
      parse: oneOf(EVALUATION_FORMS, "output type"),
    },
    filterOutput: {
      flags: "-o, --output <folder|file>",
      help: "a folder (archive/ and indexes/), or a FILE.wacz; with --as a list",
      of: ["filter"],
    },
    as: {
      flags: "--as <form>",
      of: ["filter"],
      help: "write no copy but a list: cdxj (the index of what stays), or of what is left out list (file, offset, length, record IDs), uri-m, aclj (access rules for pywb)",
      choices: LISTS,
      parse: oneOf(LISTS, "value of --as"),
    },
    keep: {
      flags: "--only <status>",
      of: ["filter"],
      help: "of the judged captures, copy only these",
      otherwise: "all but the off-topic ones",
      choices: STATUSES,
      parse: oneOf(STATUSES, "value of --only"),
    },
    offtopicFile: {
      flags: "--offtopic-file <file>",
      of: ["detect"],
      help: "also write the URI-Ms of off-topic mementos, one a line",
      writes: true,
    },
    ontopicFile: {
      flags: "--ontopic-file <file>",
      of: ["detect"],
      help: "also write the URI-Ms of on-topic mementos, one a line",
      writes: true,
    },
    summary: {
      flags: "--summary <file>",
      of: ["detect"],
      help: "also write the closing figures as JSON (docs/summary.schema.json)",
      writes: true,
    },
    only: {
      flags: "--only <status>",
      of: WRITES_RESULTS,
      help: "leave mementos of any other status, and errors, out of the results",
      choices: STATUSES,
      parse: oneOf(STATUSES, "value of --only"),
    },
    explain: {
      flags: "--explain",
      of: RUNS,
      help: "say why each memento has its verdict",
    },
    texts: {
      flags: "--texts",
      of: ["detect"],
      help: "JSON Lines (-ot jsonl) keep evidence and the start of each text, for reports made later",
    },
    decided: {
      flags: "--decisions <file>",
      of: ["compare"],
      help: "decisions on the first run (docs/review.md)",
      reads: true,
    },
    carry: {
      flags: "--carry <file>",
      of: ["compare"],
      help: "also write the decisions for the second run: those on its mementos, and offers without a label",
      writes: true,
      needs: ["decided", "carries decisions"],
    },
    draw: {
      flags: "--draw <n>",
      of: ["sample"],
      help: "how many mementos are drawn",
      default: "60",
      parse: whole(1),
    },
    drawBy: {
      flags: "--by <way>",
      of: ["sample"],
      help: "random: each with the same probability; threshold: half of them nearest to the threshold; kind: as many of each kind of page",
      choices: DRAWS,
      default: "random",
      parse: oneOf(DRAWS, "value of --by"),
    },
    verdict: {
      flags: "--only <status>",
      of: ["sample"],
      help: "of verdicts of this status only",
      choices: STATUSES,
      parse: oneOf(STATUSES, "value of --only"),
    },
    drawSeed: {
      flags: "--random-seed <n>",
      of: ["sample"],
      help: "decides what is drawn",
      default: "1",
      parse: whole(0),
    },
    decisions: {
      flags: "--decisions <file>",
      of: ["review"],
      help: "the file of decisions, which need not be there",
      default: "decisions.tsv",
    },
    open: {
      flags: "--no-open",
      of: ["review"],
      help: "print the address only, and start no browser",
    },
    replay: {
      flags: "--replay <prefix>",
      of: [...WRITES_RESULTS, "report", "review"],
      help: "in a report (html), where captures of WARC files can be looked at, such as https://wayback.example/mycollection/: their links are this, the timestamp, / and the URI-R",
      parse: parseReplay,
    },
    cuts: {
      flags: "--profile <name>",
      of: ["report", "review"],
      help: "whose thresholds are drawn where results do not say their own",
      choices: CUT_PROFILES,
      parse: oneOf(CUT_PROFILES, "profile"),
    },
    plots: {
      flags: "--plots <folder>",
      of: ["evaluate"],
      help: "also write a scatter plot of each measure (figure 9) as SVG",
    },
    scores: {
      flags: "--scores <file>",
      of: ["select_high_quality"],
      help: "also write slice, cluster, URI-M, quality, damage and why there is none, separated by TABs",
      writes: true,
    },
  },
  "Measures and verdicts": {
    measures: {
      of: RUNS,
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
      of: RUNS,
      flags: "--thresholds <file>",
      reads: true,
      help: "thresholds that calibrate wrote, for measures chosen without one",
      parse: (file: string) => parseThresholdFile(readTextFile(file), file),
    },
    reference: {
      rare: true,
      of: RUNS,
      flags: "--reference <memento>",
      choices: references,
      help: "what mementos are compared with",
      otherwise: "first",
    },
    combination: {
      of: RUNS,
      flags: "--combine <rule>",
      reads: true,
      help: "how votes decide: any, all, majority, a number, learned[=FILE]",
      otherwise: "the profile's",
      parse: parseCombination,
    },
    abstain: {
      flags: "--abstain <low-high>",
      help: "with the learned combination, probabilities at which a memento is unsure, such as .35-.65",
      of: RUNS,
    },
    first: {
      rare: true,
      of: RUNS,
      flags: "--first <rule>",
      choices: choices.first,
      help: "which memento is compared with",
    },
    signs: {
      of: RUNS,
      flags: "--signs",
      help: "signs of what a page is (suspended, parked, an error) have a vote",
    },
    signStrength: {
      rare: true,
      of: RUNS,
      flags: "--sign-strength <s>",
      parse: parseDecimal,
      help: "strength from which a sign is a strong signal, 0 to 1",
      otherwise: strongSignal,
    },
    exactScores: {
      rare: true,
      of: RUNS,
      flags: "--exact-scores",
      help: "compute scores even where a bound decides the topic status",
    },
    shortCircuit: {
      rare: true,
      of: RUNS,
      flags: "--short-circuit",
      help: "do not score what an earlier measure has called off-topic",
    },
    numberOfTopics: {
      rare: true,
      of: RUNS,
      flags: "--number-of-topics <n>",
      parse: whole(1),
      help: "topics of gensim_lsi (10) and of gensim_lda (2)",
    },
    structureWeight: {
      rare: true,
      flags: "--structure-weight <share>",
      of: [...RUNS, "cluster"],
      help: "share of structure in structure-style and in clusters, 0 to 1; the rest is style",
      otherwise: CLUSTER_DEFAULTS.structureWeight,
      parse: parseDecimal,
    },
    insertCost: {
      rare: true,
      of: RUNS,
      flags: "--insert-cost <cost>",
      parse: parseDecimal,
      otherwise: 1,
      help: "cost of an element inserted, for structure",
    },
    removeCost: {
      rare: true,
      of: RUNS,
      flags: "--remove-cost <cost>",
      parse: parseDecimal,
      otherwise: 1,
      help: "cost of an element removed, for structure",
    },
    renameCost: {
      rare: true,
      of: RUNS,
      flags: "--rename-cost <cost>",
      parse: parseDecimal,
      otherwise: 1,
      help: "cost of an element renamed, for structure",
    },
  },
  "Topic of the collection": {
    collectionMeasures: {
      flags: "--collection-measures <list>",
      alias: "-cm",
      of: RUNS,
      help: "measures against the collection's topic, e.g. vsm=0.2,terms, or all; without -tm only these",
    },
    topic: {
      flags: "--topic <file>",
      of: RUNS,
      reads: true,
      help: "that topic, as topic build or fit wrote it",
      otherwise: "made of the collection",
      parse: (file: string) => parseProfile(readTextFile(file), file),
    },
    topicAgree: {
      rare: true,
      flags: "--topic-agree <n>",
      of: RUNS,
      parse: whole(1),
      help: "so many of -cm must recognise a memento",
      otherwise: "the topic's",
    },
    elements: {
      rare: true,
      of: ["topic", "fit"],
      flags: "--elements <n>",
      parse: whole(1),
      excludes: NEEDS_NO_TOPIC,
      help: "terms, and collocations of two and three words, at most of each",
      otherwise: 100,
    },
    recognise: {
      rare: true,
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
      of: ["topic", "fit"],
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
  },
  "Text of pages": {
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
      otherwise: "plain",
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
      of: RUNS,
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
      of: RUNS,
      flags: "--preprocess <measure:steps>",
      repeats: true,
      parse: parseMeasureSteps,
      help: "steps of one measure: jaccard:no-stem,min-token-length=3; can be repeated",
    },
  },
  "What is a memento": {
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
  },
  "Reading from archives": {
    directory: {
      of: FETCHES,
      flags: "-d, --directory <folder>",
      help: "keep what is fetched here (WARC files); continue from it after a stop",
    },
    refresh: {
      rare: true,
      of: FETCHES,
      flags: "--refresh",
      help: "with -d: fetch TimeMaps again that the working directory has",
    },
    offline: {
      rare: true,
      of: FETCHES,
      flags: "--offline",
      help: "with -d: fetch nothing, the working directory answers",
    },
    rate: {
      of: FETCHES,
      flags: "--rate <rate>",
      parse: parseRate,
      help: "requests to a host, e.g. 60/m, 2/s, timemap=24/m,playback=8/s",
    },
    concurrency: {
      rare: true,
      of: FETCHES,
      flags: "--concurrency <n>",
      parse: whole(1),
      help: "requests to a host at the same time",
    },
    timeout: {
      rare: true,
      of: FETCHES,
      flags: "--timeout <seconds>",
      otherwise: 60,
      parse: parseSeconds,
      help: "patience for connecting, headers and silence; an answer may take 3 times as long",
    },
    headers: {
      of: FETCHES,
      flags: "--header <header>",
      repeats: true,
      help: "for private collections: 'Name: value' for the hosts of URIs given with -i, or 'HOST Name: value'; can be repeated",
    },
    cookies: {
      of: FETCHES,
      flags: "--cookies <file>",
      reads: true,
      help: "for private collections: a browser's cookies, in Netscape's form",
      parse: readCookies,
    },
    netrc: {
      of: FETCHES,
      flags: "--netrc",
      value: true,
      help: "for private collections: user names and passwords from .netrc",
    },
    contact: {
      of: FETCHES,
      flags: "--contact <address>",
      help: "your e-mail or web address, for the User-Agent",
    },
    rawRules: {
      rare: true,
      of: FETCHES,
      flags: "--raw-rules <file>",
      reads: true,
      help: "rules for raw mementos of further archives (JSON)",
      parse: (file: string) => readRawRules(file),
    },
    archiveitUri: {
      rare: true,
      of: FETCHES,
      flags: "--archiveit-uri <uri>",
      parse: parseService,
      help: "another https://archive-it.org",
    },
    archiveitPartnerUri: {
      rare: true,
      of: FETCHES,
      flags: "--archiveit-partner-uri <uri>",
      parse: parseService,
      help: "another https://partner.archive-it.org",
    },
    archiveitWaybackUri: {
      rare: true,
      of: FETCHES,
      flags: "--archiveit-wayback-uri <uri>",
      parse: parseService,
      help: "another https://wayback.archive-it.org",
    },
  },
  "Gold data": {
    gold: {
      flags: "--gold <file>",
      of: ["evaluate", "calibrate"],
      help: "the gold data, where it is not the first word",
      reads: true,
    },
    steps: {
      flags: "--steps <n>",
      of: ["evaluate"],
      parse: whole(2),
      help: "thresholds to try, evenly spaced",
      otherwise: "steps of 0.01, or 1 for whole scores",
    },
    folds: {
      flags: "--folds <n>",
      of: ["calibrate", "train"],
      parse: whole(2),
      default: "5",
      help: "parts that the TimeMaps, of train the sites, are cut into",
    },
    seed: {
      flags: "--seed <n>",
      of: ["calibrate", "train"],
      parse: whole(0),
      default: "1",
      help: "decides folds and samples",
    },
    resamples: {
      flags: "--resamples <n>",
      of: ["calibrate", "train"],
      parse: whole(0),
      help: "samples of TimeMaps or sites for the intervals; 0: none",
      default: "1000",
    },
  },
  "Saved results": {
    threshold: {
      flags: "-t, --threshold <share>",
      of: ["exclude_duplicates"],
      help: "share of bits up to which mementos are duplicates, 0 to 1",
      default: String(DUPLICATE_SHARE),
      parse: parseDecimal,
    },
    lang: {
      flags: "-l, --lang <tag>",
      of: ["select_by_language"],
      help: "BCP 47 tag, e.g. en",
    },
    damageUri: {
      flags: "--damage_uri, --damage-uri <uri>",
      of: ["select_high_quality"],
      parse: parseService,
      help: "a Memento-Damage service; without it damage is 0",
    },
    damageRate: {
      flags: "--rate <rate>",
      of: ["select_high_quality"],
      parse: parseRate,
      help: "requests to it, e.g. 10/s",
      otherwise: "1/s",
      needs: ["damageUri", "is about a Memento-Damage service"],
    },
  },
  Clusters: {
    eps: {
      flags: "--eps <bits>",
      of: ["cluster_by_simhash"],
      parse: whole(0),
      help: "bits in which near neighbours differ at most, 0 to 64",
      default: String(NEAR_BITS),
    },
    similarity: {
      flags: "--similarity <share>",
      of: ["cluster"],
      parse: parseDecimal,
      help: "pages at least so similar are near neighbours",
      default: String(CLUSTER_DEFAULTS.similarity),
    },
    overlap: {
      flags: "--overlap <share>",
      of: ["cluster"],
      parse: parseDecimal,
      help: "clusters that share so much of their near neighbours are merged",
      default: String(CLUSTER_DEFAULTS.overlap),
    },
    rounds: {
      flags: "--rounds <n>",
      of: ["cluster"],
      parse: whole(1),
      help: "rounds of merging at most",
      default: String(CLUSTER_DEFAULTS.rounds),
    },
  },
  "Metadata of mementos": {
    simhash: {
      rare: true,
      flags: "--no-compute-simhashes",
      of: RUNS,
      help: "leave the Simhash of each memento out of the results",
    },
    contentLength: {
      rare: true,
      flags: "--no-compute-lengths",
      of: RUNS,
      help: "leave the content length out",
    },
    detectLanguage: {
      rare: true,
      flags: "--no-detect-languages",
      of: RUNS,
      help: "leave the language out",
    },
  },
  "Exit status": {
    strict: {
      flags: "--strict",
      of: ["detect", "reduce", "merge"],
      help: "exit with 3 when anything could not be read or measured",
    },
    failOn: {
      flags: "--fail-on <rules>",
      of: ["detect", "reduce", "merge"],
      help: "exit with 4 when one is met: 'off-topic=5%,failed=0,mementos<100'; off-topic alone is any",
      parse: parseFailOn,
    },
    failOnChange: {
      flags: "--fail-on <what>",
      of: ["compare"],
      help: "what ends with status 4: any difference, or only mementos that are off-topic in the second run and not in the first",
      choices: DIFFERENCES,
      default: "any",
      parse: oneOf(DIFFERENCES, "kind of difference"),
    },
  },
  Running: {
    workers: {
      flags: "--workers <n>",
      of: [...RUNS, "cluster"],
      parse: whole(0),
      help: "threads that read pages",
      otherwise: "one a core; 0: none",
    },
    memoryBytes: {
      rare: true,
      flags: "--memory <size>",
      of: RUNS,
      parse: parseSize,
      help: "records held in memory before they go to temporary files",
      otherwise: "32M",
    },
    maxPageSize: {
      rare: true,
      flags: "--max-page-size <size>",
      of: RUNS,
      parse: parseSize,
      help: "larger pages are reported, not measured",
      otherwise: "64M",
    },
    cachefile: {
      rare: true,
      flags: "--cachefile <file>",
      alias: "-cf",
      of: ["detect", "select_high_quality"],
      help: "OTMT's HTTP cache: has no effect, -d keeps what was fetched",
    },
  },
  Messages: {
    logfile: {
      rare: true,
      flags: "-l, --logfile <file>",
      of: SPEAKING,
      writes: true,
      help: "where messages go",
      otherwise: "standard error",
    },
    verbose: {
      flags: "-v, --verbose",
      of: SPEAKING,
      help: "say more",
    },
    quiet: {
      flags: "-q, --quiet",
      of: [...SPEAKING, "cluster"],
      help: "say only what is wrong",
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, OptionDefinition>>>>;

type Table = typeof table;
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Options = Intersection<Table[keyof Table]>;

/** What a value of an option is. */
type ValueOf<O> = O extends { readonly parse: (...text: never[]) => infer Parsed }
  ? Listed<O, Awaited<Parsed>>
  : O extends { readonly flags: `${string}<${string}` }
    ? Listed<O, string>
    : O extends { readonly value: infer Value }
      ? Value
      : O extends { readonly flags: `--no-${string}` }
        ? false
        : true;
type Listed<O, Value> = O extends { readonly repeats: true } ? readonly Value[] : Value;

type KeyOf<Name extends CommandName> = {
  [Key in keyof Options]: Name extends Options[Key]["of"][number] ? Key : never;
}[keyof Options];

/** The values of a command's options: those that were given, and those that have a default. */
export type Values<Name extends CommandName> = {
  readonly [Key in KeyOf<Name>]:
    ValueOf<Options[Key]> | (Options[Key] extends { readonly default: string } ? never : undefined);
};

/** The options by the headings of help. */
export const optionGroups: Readonly<Record<string, Readonly<Record<string, OptionDefinition>>>> =
  table;

const all: readonly (readonly [key: string, option: OptionDefinition])[] = Object.values(
  optionGroups,
).flatMap((group) => Object.entries(group));

/** The options of a command with their keys, in the order of the table. */
export const optionsOf = (
  command: CommandName,
): readonly (readonly [key: string, option: OptionDefinition])[] =>
  all.filter(([, option]) => option.of.includes(command));

/** What messages call an option: its shortest flag. */
export const flagOf = ({ alias, flags }: OptionDefinition): string =>
  alias ?? flags.split(/[ ,]/u)[0]!;

/** The two-letter flags with the long ones that they abbreviate. */
export const twoLetterFlags: ReadonlyMap<string, string> = new Map(
  all.flatMap(([, { alias, flags }]) =>
    alias === undefined ? [] : [[alias, flags.split(" ")[0]!]],
  ),
);
