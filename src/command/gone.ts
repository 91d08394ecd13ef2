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
  /** As a user writes it: `--hook`, `--aliases auto`, `crawl-log`, `text`, `elsewhere`, `DETECT_OFF_TOPIC_RATE`. */
  readonly name: string;
  /** What to do in its place: an imperative sentence. */
  readonly instead: string;
}

/** All that is gone since 0.2. A user who still writes one of these gets one line and exit status 2. */
export const GONE: readonly Gone[] = [
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
];
