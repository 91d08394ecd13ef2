/** OTMT's two-letter flags, which commander (one letter only) would read as `-o t` or `-t m`. */
const SHORT_FLAGS: ReadonlyMap<string, string> = new Map([
  ["-ot", "--output-type"],
  ["-tm", "--timemap-measures"],
  ["-cm", "--collection-measures"],
  ["-cf", "--cachefile"],
]);

/** A one-letter flag with its value after `=`, as Python's argparse takes it. */
const LETTER_WITH_VALUE = /^(-[a-z])=(.*)$/su;

/** The arguments with two-letter flags written out; `-tm=cosine` and `-o=FILE` work as `-tm cosine` and `-o FILE` do. */
export function writeOutShortFlags(argv: readonly string[]): string[] {
  return argv.flatMap((argument) => {
    const [flag = "", ...value] = argument.split("=");
    const long = SHORT_FLAGS.get(flag);
    if (long !== undefined) return [[long, ...value].join("=")];
    return LETTER_WITH_VALUE.exec(argument)?.slice(1) ?? [argument];
  });
}
