/**
 * Options that switch off the parts that most tests do not examine: threads, the language detector, the text of pages,
 * and all measures except a cheap one. A test may choose other measures or threads after them.
 */
export const QUICK: readonly string[] = [
  ...["--workers", "0", "--no-detect-languages", "--no-compute-simhashes"],
  ...["--timemap-measures", "bytecount"],
];

/** The same with scores that differ if any byte of a page does, and with the same verdicts: no distance is above 64. */
export const QUICK_ON_BYTES: readonly string[] = [
  ...QUICK.slice(0, -1),
  "bytecount,simhash-raw=64",
];

/** Removes the measure and the number of threads of {@link QUICK} if the test gives its own. */
export function lastOfQuick(args: readonly string[]): readonly string[] {
  const isOwn = (flag: string, at: number): boolean =>
    (flag === "--timemap-measures" && args.includes("-tm")) ||
    (flag === "--workers" && args.includes(flag, at + 1));
  return args.filter((word, at) => !isOwn(word, at) && !isOwn(args[at - 1] ?? "", at - 1));
}
