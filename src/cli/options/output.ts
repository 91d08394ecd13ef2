import { parseClasses } from "../../cluster/gold-classes.js";
import { CLUSTER_DEFAULTS } from "../../cluster/near-settings.js";
import { CUT_PROFILES } from "../../evaluate/evaluation.js";
import { candidateFormNames } from "../../collect/choices.js";
import { DRAWS } from "../../evaluate/draw.js";
import { parseGoldFragments } from "../../pages/density/gold.js";
import { readTextFile } from "../../read-file.js";
import { parseRate } from "../../http/limits.js";
import { DUPLICATE_SHARE } from "../../results/companions/select.js";
import { NEAR_BITS } from "../../results/companions/similar.js";
import { parseDecimal, parseDecimals, parseReplay, parseService } from "../option-values.js";
import {
  JUDGES,
  COMPANIONS,
  WRITES_RESULTS,
  whole,
  wholes,
  oneOf,
  CLUSTER_FORMS,
  FRAGMENT_FORMS,
  TEXT_OR_JSON,
  STATUSES,
  LISTS,
  EVALUATION_FORMS,
  FORM,
  type OptionGroup,
} from "./definition.js";

/* What is written, and what saved results are compared with. */

export const outputOptions = {
  outputs: {
    flags: "-o, --output <file>",
    help: "where the results go, written whole or not at all; can be repeated, each takes the -ot directly before it, else the form of its suffix (.json .jsonl .csv .html .parquet; another one needs -ot)",
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
      "map",
      "resolve",
      "elsewhere",
      "cluster_step",
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
      "collect",
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
    help: "form of the clusters; html is a picture of them with a table",
    default: "json",
    of: ["cluster", "cluster_step"],
    choices: CLUSTER_FORMS,
    parse: oneOf(CLUSTER_FORMS, "output type"),
  },
  candidateForm: {
    ...FORM,
    help: "form of the candidates; sample: those that a person is to judge, as a file of decisions",
    otherwise: "that of the suffix of -o (.csv .html), else jsonl",
    of: ["collect"],
    choices: candidateFormNames,
    parse: oneOf(candidateFormNames, "output type"),
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
  },
  keep: {
    flags: "--only <status>",
    of: ["filter"],
    help: "of the judged captures, copy only these",
    otherwise: "all but the off-topic ones",
    choices: STATUSES,
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
  },
  explain: {
    flags: "--explain",
    of: JUDGES,
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
  },
  verdict: {
    flags: "--only <status>",
    of: ["sample"],
    help: "of verdicts of this status only",
    choices: STATUSES,
  },
  drawSeed: {
    flags: "--random-seed <n>",
    of: ["sample", "collect"],
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
    of: [...WRITES_RESULTS, "report", "review", "cluster"],
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
  candidates: {
    flags: "--candidates <file>",
    of: ["topic"],
    help: "also write all elements that could be chosen, with weight, frequency, hosts, seeds and documents, separated by TABs",
    writes: true,
  },
  nearDuplicates: {
    flags: "--near-duplicates <file>",
    of: ["topic"],
    help: "also write the core documents that nearly repeat another one, separated by TABs",
    writes: true,
  },
  plots: {
    flags: "--plots <folder>",
    of: ["evaluate"],
    help: "also write a scatter plot of each measure (figure 9) as SVG",
  },
  lsiTopics: {
    flags: "--lsi-topics <list>",
    of: ["evaluate"],
    parse: wholes(2),
    help: "with -i: gensim_lsi with each of these numbers of topics, e.g. 2,5,10; --plots draws a curve of each (figure 9h)",
  },
  scores: {
    flags: "--scores <file>",
    of: ["select_high_quality"],
    help: "also write slice, cluster, URI-M, quality, damage and why there is none, separated by TABs",
    writes: true,
  },
} as const satisfies OptionGroup;

export const savedResultsOptions = {
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
} as const satisfies OptionGroup;

export const clustersOptions = {
  eps: {
    flags: "--eps <bits>",
    of: ["cluster_by_simhash"],
    parse: whole(0),
    help: "bits in which near neighbours differ at most, 0 to 64",
    default: String(NEAR_BITS),
  },
  similarity: {
    flags: "--similarity <share>",
    of: ["cluster", "cluster_step"],
    parse: parseDecimals,
    help: "pages at least so similar are near neighbours; several by commas: clusters at each, of pages compared once",
    default: String(CLUSTER_DEFAULTS.similarity),
  },
  overlap: {
    flags: "--overlap <share>",
    of: ["cluster", "cluster_step"],
    parse: parseDecimals,
    help: "clusters that share so much of their near neighbours are merged; one, or one for each --similarity",
    default: String(CLUSTER_DEFAULTS.overlap),
  },
  runResults: {
    flags: "--results <run.jsonl>",
    of: ["cluster"],
    help: "results of a run over the same input: -ot html colours pages by verdict and kind, without it by kind alone",
    reads: true,
  },
  rounds: {
    flags: "--rounds <n>",
    of: ["cluster", "cluster_step"],
    parse: whole(1),
    help: "rounds of merging at most",
    default: String(CLUSTER_DEFAULTS.rounds),
  },
} as const satisfies OptionGroup;

export const goldDataOptions = {
  labels: {
    flags: "--gold <labels.tsv>",
    of: ["cluster"],
    parse: (file: string) => parseClasses(readTextFile(file), file),
    help: "what people call the pages, tab-separated URI and label (or kind): adds adjusted Rand index, purity, the clusters of each label",
    reads: true,
  },
  goldFragments: {
    flags: "--gold <file>",
    of: ["fragments"],
    parse: (file: string) => ({ file, ...parseGoldFragments(readTextFile(file)) }),
    help: "fragments as a person wants them, as -ot text writes them: prints how far ours agree, for Vmax 0.1 to 0.9",
    reads: true,
  },
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
} as const satisfies OptionGroup;
