import { UsageError } from "./errors.js";
import type { GoneKind } from "./gone.js";
import { levenshtein } from "./math/edit-distance.js";
import { goneLine } from "./what-is-gone.js";

export interface Named {
  readonly keyword: string;
  readonly aliases?: readonly string[];
}

export function findByKeyword<T extends Named>(
  keyword: string,
  definitions: readonly T[],
): T | undefined {
  const wanted = keyword.toLowerCase();
  return definitions.find((definition) => ownNames(definition).includes(wanted));
}

/**
 * Returns the same as {@link findByKeyword}, but throws a `UsageError` that lists the choices and suggests the nearest
 * one.
 */
export function requireByKeyword<T extends Named>(
  keyword: string,
  definitions: readonly T[],
  what: string,
): T {
  const found = findByKeyword(keyword, definitions);
  if (found !== undefined) return found;
  throw unknownWord(
    what,
    keyword,
    definitions.map((definition) => definition.keyword),
    definitions.flatMap(ownNames),
  );
}

/** Throws a `UsageError` if a definition has a name that another definition has already. */
export function refuseTaken<T extends Named>(
  known: readonly T[],
  own: readonly T[],
  what: string,
): void {
  const all = [...known];
  for (const definition of own) {
    const { keyword, aliases = [] } = definition;
    const taken = [keyword, ...aliases].find((name) => findByKeyword(name, all) !== undefined);
    if (taken !== undefined) {
      const article = /^[aeiou]/u.test(what) ? "an" : "a";
      throw new UsageError(
        `there is ${article} ${what} "${taken}" already: give your own another keyword.`,
      );
    }
    all.push(definition);
  }
}

/** Returns the value if it is one of the choices. Throws a `UsageError` otherwise. */
export function requireChoice<T extends string>(
  value: string,
  choices: readonly T[],
  what: string,
): T {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw unknownWord(what, value, choices, choices);
}

function unknownWord(
  what: string,
  value: string,
  choices: readonly string[],
  candidates: readonly string[],
): UsageError {
  const gone = GONE_KINDS.find((kind) => what.startsWith(kind));
  const line = gone === undefined ? undefined : goneLine(gone, value);
  if (line !== undefined) return new UsageError(line);
  const near = nearest(value, candidates);
  const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
  const own = FROM_PLUGINS.test(what) ? " One of your own needs --plugin FILE." : "";
  return new UsageError(
    `unknown ${what} "${value}".${hint} Choose from: ${choices.join(", ")}.${own}`,
  );
}

const GONE_KINDS: readonly GoneKind[] = ["measure", "input", "output type"];

/** Kinds of definitions that plug-ins can add, as messages name them. */
const FROM_PLUGINS = /^(?:measure(?: in .*)?|input|output type|boilerplate remover)$/u;

/**
 * Returns the candidate with the fewest edits. The edits must be fewer than half of its letters, or one edit or two
 * swapped letters for short words. Among equally near candidates, one with the same letters is preferred. If there is
 * no such candidate, returns the first candidate that begins or ends with the value.
 */
export function nearest(value: string, candidates: readonly string[]): string | undefined {
  const wanted = value.toLowerCase().slice(0, 100);
  const letters = Array.from(wanted);
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const edits = levenshtein(letters, Array.from(candidate));
    const isSwapped = sortedLetters(wanted) === sortedLetters(candidate);
    const distance = isSwapped ? edits - 0.5 : edits;
    if (distance < bestDistance && distance < Math.max(2, candidate.length / 2)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  if (best !== undefined || letters.length < 3) return best;
  return candidates.find((candidate) => candidate.startsWith(wanted) || candidate.endsWith(wanted));
}

const sortedLetters = (word: string): string => Array.from(word).sort().join("");

const ownNames = ({ keyword, aliases = [] }: Named): string[] =>
  [keyword, ...aliases].map((name) => name.toLowerCase());
/** Returns the value if it is a whole number above 0. Throws a `UsageError` otherwise. */
export function positive(value: number, what: string): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new UsageError(`the ${what} must be a whole number above 0.`);
}

/** Returns the value if it is a number from 0 to 1. Throws a `UsageError` otherwise. */
export function share(value: number, what: string): number {
  if (value >= 0 && value <= 1) return value;
  throw new UsageError(`the ${what} must be a number from 0 to 1, not ${value}.`);
}
