/** Exit statuses (SPEC section 4); the highest-ranking one that applies is used: 2, 1, 5, 3, 4, 0. */
export const exitStatus = {
  finished: 0,
  ourBug: 1,
  usage: 2,
  strictFailures: 3,
  failOnMet: 4,
  differencesFound: 4,
  incomplete: 5,
  interrupted: 130,
  terminated: 143,
} as const;

/** The table of exit statuses as help shows it. */
export const exitStatusHelp = `Exit status:
  0    finished, whatever was found
  1    a bug of ours
  2    the command line is wrong: one line says what to change
  3    --strict, and something could not be read or measured
  4    --fail-on was met, or compare found differences
  5    incomplete, can be resumed (rate limited, disk full)
  130, 143    interrupted (SIGINT, SIGTERM)`;
