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

const NOUNS = {
  case: ["case", "cases"],
  check: ["check", "checks"],
  random: ["text drawn at random", "texts drawn at random"],
} as const;

/** Returns a count as the screens and the terminal write it: `4 of 16 cases decided`. */
export function countText(
  look: Look,
  { decided, all }: ListCount,
  write: (count: number) => string = String,
): string {
  return `${write(decided)} of ${write(all)} ${NOUNS[look][all === 1 ? 0 : 1]} decided`;
}
