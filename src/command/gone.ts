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
