/*
 * The command that a curator needs next. A run names it after its outputs, the review after the last decision, and the
 * page of the review in its closing screen.
 */

/** Returns the command that decides on the verdicts of saved results. `input` is the `-i` of their run. */
export function reviewCommandFor(results: string, input: readonly string[]): string {
  const shown = input.every((each) => ARCHIVED.test(each)) ? input : [];
  return commandLine(["review", results, ...shown.flatMap((each) => ["-i", each])]);
}

/** Inputs of local files, which the review can show as archived pages. */
const ARCHIVED = /^(?:warc|wacz|dir)=(?!.*:\/\/)/iu;

/** Returns the command that copies the collection without what was decided to be off-topic. */
export const filterCommandFor = (
  results: string,
  decisions: string,
  input: readonly string[],
): string =>
  commandLine(["filter", results, "--overrides", decisions, ...givenInput(input), "-o", "clean/"]);

/** Returns the command that draws the captures of saved results. */
export const picturesCommandFor = (results: string, input: readonly string[]): string =>
  commandLine(["pictures", results, ...givenInput(input), "-o", "pictures/"]);

const givenInput = (input: readonly string[]): string[] =>
  (input.length === 0 ? ["INPUT"] : input).flatMap((each) => ["-i", each]);

const commandLine = (words: readonly string[]): string =>
  ["detect_off_topic", ...words].map(shellWord).join(" ");

/** Quotes an argument if it has characters with a special meaning in a shell. */
const shellWord = (word: string): string =>
  /^[\w@%+=:,./~-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
