import { UsageError } from "../errors.js";

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
    refuseMistypedFlag(argument);
    const [flag = "", ...value] = argument.split("=");
    const long = SHORT_FLAGS.get(flag);
    if (long !== undefined) return [[long, ...value].join("=")];
    return LETTER_WITH_VALUE.exec(argument)?.slice(1) ?? [argument];
  });
}

/** A flag that another tool would take so, or that a word processor has changed: throws a `UsageError` with the right form. */
function refuseMistypedFlag(argument: string): void {
  const [, dash, rest = ""] =
    /^([\u2010-\u2015\u2212])([\u2010-\u2015\u2212-]?[a-z].*)$/su.exec(argument) ?? [];
  if (dash !== undefined) {
    const isLong = /^(?:[^a-z]|[a-z]{3})/u.test(rest);
    throw new UsageError(
      `"${argument}" begins with a dash that is no hyphen, as word processors write it. ` +
        `Write ${isLong ? "--" : "-"}${rest.replace(/^[^a-z]/u, "")}.`,
    );
  }
  const [, short = "", value = ""] = /^(-[a-z]{2})([^=].*)$/su.exec(argument) ?? [];
  if (!SHORT_FLAGS.has(short)) return;
  throw new UsageError(
    `"${argument}" needs a space. Write ${short} ${value}` +
      (short.startsWith("-o") ? `; for a file, -o ${argument.slice(2)}.` : "."),
  );
}
