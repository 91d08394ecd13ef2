/** What a fetcher did so far. */
export interface Statistics {
  /** Requests sent over the network, retries included. */
  requests: number;
  /** Answers taken from the working directory. */
  fromDirectory: number;
  /** Requests that were sent again. */
  retries: number;
  /** Problems handed out. */
  failures: number;
  /** Milliseconds for which hosts were left alone because they asked for it (429, 503). */
  waitedMs: number;
  /** Bytes of the bodies received. */
  bytes: number;
  /** Why the run cannot be complete though it could be gone on with later (exit status 5); one line. */
  incomplete: string | undefined;
}

/** Nothing done yet. */
export function newStatistics(): Statistics {
  return {
    requests: 0,
    fromDirectory: 0,
    retries: 0,
    failures: 0,
    waitedMs: 0,
    bytes: 0,
    incomplete: undefined,
  };
}
