/** OTMT's two-letter flags, which commander (one letter only) would read as `-o t` or `-t m`. */
const SHORT_FLAGS: ReadonlyMap<string, string> = new Map([
  ["-ot", "--output-type"],
  ["-tm", "--timemap-measures"],
  ["-cf", "--cachefile"],
]);

/** The arguments with two-letter flags written out; `-tm=cosine` works as `-tm cosine` does. */
export function writeOutShortFlags(argv: readonly string[]): string[] {
  return argv.map((argument) => {
    const [flag = "", ...value] = argument.split("=");
    const long = SHORT_FLAGS.get(flag);
    return long === undefined ? argument : [long, ...value].join("=");
  });
}
