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
  /** The name as a user writes it: `--hook`, `--aliases auto`, `crawl-log`, `text`, `elsewhere`, `DETECT_OFF_TOPIC_RATE`. */
  readonly name: string;
  /** An imperative sentence that says what to do in its place. */
  readonly instead: string;
}

/** All that is gone since 0.2. A user who still writes one of these gets one line and exit status 2. */
export const GONE: readonly Gone[] = [
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
    instead: "Read source and record ID of each capture from the JSON Lines of the run.",
  },
  {
    kind: "value",
    name: "--as uri-m",
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
];
