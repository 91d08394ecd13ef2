/** Kinds of things that earlier versions had and this one does not have. */
export type GoneKind = keyof typeof GONE;

/**
 * All that is gone since 0.2, by its name in the form that a user writes, with advice what to do in its place: an
 * imperative sentence. A user who still writes one of these gets one line and exit status 2.
 */
export const GONE = {
  "environment variable": {
    DETECT_OFF_TOPIC_RATE: 'Give --rate, or "rate" in a configuration file.',
    DETECT_OFF_TOPIC_CONTACT: 'Give --contact, or "contact" in a configuration file.',
    DETECT_OFF_TOPIC_WORKERS: 'Give --workers, or "workers" in a configuration file.',
    DETECT_OFF_TOPIC_EXPLAIN: 'Give --explain, or "explain" in a configuration file.',
    DETECT_OFF_TOPIC_QUIET: 'Give -q, or "quiet" in a configuration file.',
    DETECT_OFF_TOPIC_VERBOSE: 'Give -v, or "verbose" in a configuration file.',
  },
  value: {
    "reference=group": "Set reference=median.",
    "completion man": "Read detect_off_topic --help all.",
    "--aliases auto": "Give the moves in a file: --aliases FILE with lines of old URI TAB new URI.",
    "--as list": "Read source and record ID of each capture from the JSON Lines of the run.",
    "--as uri-m":
      "Write the URI-Ms of a run with --offtopic-file, or its captures with -ot captures.",
  },
  "output type": {
    atom: "Write -ot junit for CI servers, or -ot seeds for a table.",
    ".atom": "Write -ot junit -o FILE.xml for CI servers, or -ot seeds -o FILE.csv for a table.",
  },
  command: {
    elsewhere:
      "Give detect_off_topic soft404 the crawl: it finds pages of a site with the same text.",
    merge: "Sort the records (LC_ALL=C sort) and run one reduce over all of them.",
    sample: "Decide on the checks that detect_off_topic review draws.",
    train:
      "Find thresholds with detect_off_topic calibrate, or train a model with bench/train of the sources.",
  },
  option: {
    "--elsewhere":
      "Leave it out, or give --soft404 FILE with the list of detect_off_topic soft404.",
    "--no-stem": "Give --set stem=none.",
    "--live": "Crawl first, and give the WARC files to collect -i.",
    "--damage_uri": "Give a file of URI-M, TAB and damage with --damage.",
    "--uri": "Save the page in a file, and give that to fragments.",
    "--shard": "Run map with --partitions n, and reduce for each part.",
    "--partial":
      "Put the parts of results together with cat: readers take several lines of settings.",
    "--mark":
      "Keep the JSON Lines of the run beside the copy, which have the verdict of each capture.",
    "--texts": "Give --explain: JSON Lines then have evidence and texts.",
    "--hook":
      "Run the command after this one, e.g. with && or by its exit status: --fail-on ends it with 4.",
    "--cache": "Give --history FOLDER, with --since for the results of earlier captures.",
  },
  setting: {
    "elsewhere-vote":
      "Leave it out, or give --soft404 FILE with the list of detect_off_topic soft404.",
    "fetch-within": "Leave it out: lengths of equal content differ by at most a fifth.",
    "short-circuit": "Leave it out: the verdicts are the same, and all measures have scores.",
    "refetch-duplicates": "Leave it out: captures with the same digest are the same.",
    "archiveit-partner-uri":
      "Give --set archiveit-uri=URI, which stands for all hosts of Archive-It.",
    "archiveit-wayback-uri":
      "Give --set archiveit-uri=URI, which stands for all hosts of Archive-It.",
    "sign-strength": "Leave it out, or write the phrases in a file of your own: --set signs=FILE.",
    candidates: "Read the elements in the file that topic build writes.",
    "variable-after": "Leave it out: a topic is made of its core alone.",
    "lsi-topics": "Evaluate a run with each --number-of-topics.",
    "near-duplicates": "Leave it out: topic build says how many documents it left out.",
    "per-site": "Leave it out, or limit the whole crawl: --set visits=N.",
    "wayback-pages": "List the URI-Ms of these pages and give -i uri-m=@FILE.",
    "crawl-log": "Look in the log of the crawler for the seeds of -ot seeds without a capture.",
    "draw-by": "Decide on the checks that detect_off_topic review draws.",
    "same-content": "Decide on captures with the same content in the review, and give --overrides.",
    inferred:
      "Judge all captures with --fetch all, or decide on the inferred ones and give --overrides.",
  },
  measure: {
    elsewhere: "Leave it out, or give --soft404 FILE with the list of detect_off_topic soft404.",
  },
  input: {
    text: "Write WET files, which have a conversion record for each text, and give -i warc=FILE.",
  },
  address: {
    "s3:": "Give a signed https: address, or a pipe: aws s3 cp URI - | detect_off_topic -i warc=-.",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
