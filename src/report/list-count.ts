/**
 * Lists of the review: the cases and checks of the list that `report -ot queue` writes, and the on-topic captures that
 * are drawn at random.
 */
export const LOOKS = { case: "Cases", check: "Checks", random: "At random" } as const;
export type Look = keyof typeof LOOKS;

export interface ListCount {
  readonly all: number;
  readonly decided: number;
}

const NOUNS: Readonly<Record<Look, string>> = {
  case: "case",
  check: "check",
  random: "text drawn at random",
};

/** Returns a count as the screens and the terminal write it: `4 of 16 cases decided`. */
export function countText(
  look: Look,
  { decided, all }: ListCount,
  write: (count: number) => string = String,
): string {
  const [noun = "", ...rest] = NOUNS[look].split(" ");
  const many = [all === 1 ? noun : `${noun}s`, ...rest].join(" ");
  return `${write(decided)} of ${write(all)} ${many} decided`;
}
