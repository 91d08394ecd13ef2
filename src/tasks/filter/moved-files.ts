import { basename } from "node:path";
import { append } from "../../base/math/group-by.js";

/** Steps of a place, those within a WACZ too. */
const stepsOf = (place: string): readonly string[] => place.split(/!?[/\\]/u);

/** The number of equal steps at the end of two places; infinite where they are one place. */
function likeness(one: string, other: string): number {
  if (one === other) return Infinity;
  const [a, b] = [stepsOf(one), stepsOf(other)];
  let count = 0;
  while (count < a.length && a.at(-1 - count) === b.at(-1 - count)) count += 1;
  return count;
}

/** The places that end most like a place; all of one base name. */
function mostLike(place: string, others: readonly string[] = []): readonly string[] {
  const likes = others.map((other) => likeness(place, other));
  const most = Math.max(...likes);
  return others.filter((_, i) => likes[i] === most);
}

/**
 * Says which file of the input is which file of the results: the one of the same path, else the one of the same base name
 * whose path ends most like it, because files may have been moved since the run.
 */
export class MovedFiles {
  readonly #judged = new Map<string, string[]>();
  readonly #given = new Map<string, string[]>();

  /** `judged` are the files that the results name, `given` those of the input. */
  constructor(judged: Iterable<string>, given: Iterable<string>) {
    for (const place of judged) append(this.#judged, basename(place), place);
    for (const place of given) append(this.#given, basename(place), place);
  }

  /** The files of the input that a file of the results may be: one where that is certain. */
  givenOf(judged: string): readonly string[] {
    return mostLike(judged, this.#given.get(basename(judged)));
  }

  /** The files of the results that a file of the input may be: one where that is certain. */
  judgedOf(given: string): readonly string[] {
    return mostLike(given, this.#judged.get(basename(given))).filter((each) =>
      this.givenOf(each).includes(given),
    );
  }
}
