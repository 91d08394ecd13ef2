/** One thing that earlier versions had and this one does not have. */
export interface Gone {
  readonly kind:
    | "option"
    | "value"
    | "setting"
    | "input"
    | "address"
    | "measure"
    | "output type"
    | "command"
    | "environment variable";
  /**
   * Name in the form that a user writes: `--hook`, `--aliases auto`, `signs=vote`, `crawl-log`, `text`, `s3:`,
   * `elsewhere`, `atom` or the suffix `.atom`, `DETECT_OFF_TOPIC_RATE`.
   */
  readonly name: string;
  /** The command that had it, if other commands still have it. */
  readonly of?: string;
  /** Advice what to do in its place: an imperative sentence. */
  readonly instead: string;
}

/** All that is gone since 0.2. A user who still writes one of these gets one line and exit status 2. */
export const GONE: readonly Gone[] = [
  {
    kind: "environment variable",
    name: "DETECT_OFF_TOPIC_RATE",
    instead: 'Give --rate, or "rate" in a configuration file.',
  },
  {
    kind: "environment variable",
    name: "DETECT_OFF_TOPIC_CONTACT",
    instead: 'Give --contact, or "contact" in a configuration file.',
  },
  {
    kind: "environment variable",
    name: "DETECT_OFF_TOPIC_WORKERS",
    instead: 'Give --workers, or "workers" in a configuration file.',
  },
  {
    kind: "environment variable",
    name: "DETECT_OFF_TOPIC_EXPLAIN",
    instead: 'Give --explain, or "explain" in a configuration file.',
  },
  {
    kind: "environment variable",
    name: "DETECT_OFF_TOPIC_QUIET",
    instead: 'Give -q, or "quiet" in a configuration file.',
  },
  {
    kind: "environment variable",
    name: "DETECT_OFF_TOPIC_VERBOSE",
    instead: 'Give -v, or "verbose" in a configuration file.',
  },
  { kind: "value", name: "completion man", instead: "Read detect_off_topic --help all." },
  {
    kind: "output type",
    name: "atom",
    instead: "Write -ot junit for CI servers, or -ot seeds for a table.",
  },
  {
    kind: "output type",
    name: ".atom",
    instead: "Write -ot junit -o FILE.xml for CI servers, or -ot seeds -o FILE.csv for a table.",
  },
  {
    kind: "command",
    name: "elsewhere",
    instead:
      "Give detect_off_topic soft404 the crawl: it finds pages of a site with the same text.",
  },
  {
    kind: "option",
    name: "--elsewhere",
    instead: "Leave it out, or give --soft404 FILE with the list of detect_off_topic soft404.",
  },
  {
    kind: "setting",
    name: "elsewhere-vote",
    instead: "Leave it out, or give --soft404 FILE with the list of detect_off_topic soft404.",
  },
  {
    kind: "measure",
    name: "elsewhere",
    instead: "Leave it out, or give --soft404 FILE with the list of detect_off_topic soft404.",
  },
  {
    kind: "setting",
    name: "fetch-within",
    instead: "Leave it out: lengths of equal content differ by at most a fifth.",
  },
  {
    kind: "setting",
    name: "short-circuit",
    instead: "Leave it out: the verdicts are the same, and all measures have scores.",
  },
  {
    kind: "setting",
    name: "refetch-duplicates",
    instead: "Leave it out: captures with the same digest are the same.",
  },
  {
    kind: "setting",
    name: "archiveit-partner-uri",
    instead: "Give --set archiveit-uri=URI, which stands for all hosts of Archive-It.",
  },
  {
    kind: "setting",
    name: "archiveit-wayback-uri",
    instead: "Give --set archiveit-uri=URI, which stands for all hosts of Archive-It.",
  },
  {
    kind: "setting",
    name: "sign-strength",
    instead: "Leave it out, or write the phrases in a file of your own: --set signs=FILE.",
  },
  {
    kind: "setting",
    name: "candidates",
    instead: "Read the elements in the file that topic build writes.",
  },
  {
    kind: "setting",
    name: "variable-after",
    instead: "Leave it out: a topic is made of its core alone.",
  },
  {
    kind: "setting",
    name: "lsi-topics",
    instead: "Evaluate a run with each --number-of-topics.",
  },
  {
    kind: "option",
    name: "--damage_uri",
    instead: "Give a file of URI-M, TAB and damage with --damage.",
  },
  {
    kind: "option",
    name: "--uri",
    instead: "Save the page in a file, and give that to fragments.",
  },
  {
    kind: "option",
    name: "--live",
    instead: "Crawl first, and give the WARC files to collect -i.",
  },
  {
    kind: "setting",
    name: "near-duplicates",
    instead: "Leave it out: topic build says how many documents it left out.",
  },
  {
    kind: "setting",
    name: "per-site",
    instead: "Leave it out, or limit the whole crawl: --set visits=N.",
  },
  { kind: "option", name: "--no-stem", instead: "Give --set stem=none." },
  {
    kind: "input",
    name: "text",
    instead:
      "Write WET files, which have a conversion record for each text, and give -i warc=FILE.",
  },
  {
    kind: "address",
    name: "s3:",
    instead:
      "Give a signed https: address, or a pipe: aws s3 cp URI - | detect_off_topic -i warc=-.",
  },
  {
    kind: "setting",
    name: "wayback-pages",
    instead: "List the URI-Ms of these pages and give -i uri-m=@FILE.",
  },
  {
    kind: "option",
    name: "--shard",
    instead: "Run map with --partitions n, and reduce for each part.",
  },
  {
    kind: "option",
    name: "--partial",
    instead: "Put the parts of results together with cat: readers take several lines of settings.",
  },
  {
    kind: "value",
    name: "--aliases auto",
    instead: "Give the moves in a file: --aliases FILE with lines of old URI TAB new URI.",
  },
  {
    kind: "command",
    name: "merge",
    instead: "Sort the records (LC_ALL=C sort) and run one reduce over all of them.",
  },
  {
    kind: "option",
    name: "--mark",
    instead:
      "Keep the JSON Lines of the run beside the copy, which have the verdict of each capture.",
  },
  {
    kind: "option",
    name: "--texts",
    instead: "Give --explain: JSON Lines then have evidence and texts.",
  },
  {
    kind: "value",
    name: "--as list",
    of: "filter",
    instead: "Read source and record ID of each capture from the JSON Lines of the run.",
  },
  {
    kind: "value",
    name: "--as uri-m",
    of: "filter",
    instead: "Write the URI-Ms of a run with --offtopic-file, or its captures with -ot captures.",
  },
  {
    kind: "command",
    name: "sample",
    instead: "Decide on the checks that detect_off_topic review draws.",
  },
  {
    kind: "command",
    name: "train",
    instead:
      "Find thresholds with detect_off_topic calibrate, or train a model with bench/train of the sources.",
  },
  {
    kind: "setting",
    name: "crawl-log",
    instead: "Look in the log of the crawler for the seeds of -ot seeds without a capture.",
  },
  {
    kind: "setting",
    name: "draw-by",
    instead: "Decide on the checks that detect_off_topic review draws.",
  },
  {
    kind: "setting",
    name: "same-content",
    instead: "Decide on captures with the same content in the review, and give --overrides.",
  },
  {
    kind: "setting",
    name: "inferred",
    instead:
      "Judge all captures with --fetch all, or decide on the inferred ones and give --overrides.",
  },
  {
    kind: "option",
    name: "--hook",
    instead:
      "Run the command after this one, e.g. with && or by its exit status: --fail-on ends it with 4.",
  },
  {
    kind: "option",
    name: "--cache",
    instead: "Give --history FOLDER, with --since for the results of earlier captures.",
  },
];
