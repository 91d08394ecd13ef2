import { basename } from "node:path";
import { append } from "../../base/math/group-by.js";

/** Returns the parts of a path, including those inside a WACZ. */
const stepsOf = (place: string): readonly string[] => place.split(/!?[/\\]/u);

/** Returns the number of equal parts at the end of two paths. It is infinite if the paths are equal. */
function likeness(one: string, other: string): number {
  if (one === other) return Infinity;
  const [a, b] = [stepsOf(one), stepsOf(other)];
  let count = 0;
  while (count < a.length && a.at(-1 - count) === b.at(-1 - count)) count += 1;
  return count;
}

/** All must have the same base name. */
function mostLike(place: string, others: readonly string[] = []): readonly string[] {
  const likes = others.map((other) => likeness(place, other));
  const most = Math.max(...likes);
  return others.filter((_, i) => likes[i] === most);
}

/**
 * A file matches the file with the same path, or else the file with the same base name and the longest common end of
 * the path, because files may have been moved since the run.
 */
export class MovedFiles {
  readonly #judged = new Map<string, string[]>();
  readonly #given = new Map<string, string[]>();

  constructor(judged: Iterable<string>, given: Iterable<string>) {
    for (const place of judged) append(this.#judged, basename(place), place);
    for (const place of given) append(this.#given, basename(place), place);
  }

  /** Returns the files of the input that a file of the results may be. It returns one file if the match is certain. */
  givenOf(judged: string): readonly string[] {
    return mostLike(judged, this.#given.get(basename(judged)));
  }

  /** Returns the files of the results that a file of the input may be. It returns one file if the match is certain. */
  judgedOf(given: string): readonly string[] {
    return mostLike(given, this.#judged.get(basename(given))).filter((each) =>
      this.givenOf(each).includes(given),
    );
  }
}
