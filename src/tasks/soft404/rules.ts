import { escapeRegex, type UriShape } from "./uri-shape.js";

/** Maximum number of rules of one group. */
const MOST_RULES = 16;
/** Minimum number of URIs that a rule is made for. */
const FEWEST_OF_RULE = 3;
/** Maximum number of different paths and folders of a group that are counted. */
const MOST_COUNTED = 4096;

/** URIs of a group that have one path or folder. */
interface Counted {
  uris: number;
  withQuery: number;
  /** Names that all queries have. */
  names: readonly string[] | undefined;
}

interface Rule {
  readonly text: string;
  readonly regex: RegExp;
}

/** A part of a group, with regular expressions for it, the most general one first. */
interface Candidates {
  readonly uris: number;
  readonly regexes: Rule[];
}

/**
 * Makes the exclusion rules of a group: regular expressions that match whole URIs and mean the same in Java and
 * JavaScript. A rule that also matches another page of the crawl is dropped.
 */
export class RuleMaker {
  readonly #host: string;
  readonly #paths = new Map<string, Counted>();
  readonly #folders = new Map<string, Counted>();
  #candidates: readonly Candidates[] | undefined;

  constructor(host: string) {
    this.#host = `^https?://${escapeRegex(host)}`;
  }

  /** Adds a URI of the group. */
  add(shape: UriShape): void {
    if (shape.path === "") return;
    count(this.#paths, shape.path, shape);
    count(this.#folders, shape.folder, shape);
  }

  /** Removes the expressions that match a URI that is not in the group. May be called after all URIs were added. */
  spare(href: string): void {
    for (const { regexes } of this.#made()) {
      for (let at = regexes.length - 1; at >= 0; at -= 1) {
        if (regexes[at]!.regex.test(href)) regexes.splice(at, 1);
      }
    }
  }

  /** Returns the rules that are left: those of single paths, then those of folders for what has no common path. */
  rules(): readonly string[] {
    const rules = this.#made().flatMap(({ regexes: [first] }) => first?.text ?? []);
    return [...new Set(rules)].slice(0, MOST_RULES);
  }

  #made(): readonly Candidates[] {
    if (this.#candidates !== undefined) return this.#candidates;
    const paths = largest(this.#paths).map(([path, { uris, withQuery, names = [] }]) => ({
      uris,
      regexes: [
        `${path}(?:\\?.*)?$`,
        ...(withQuery > 0 ? [`${path}\\?.*$`] : []),
        ...(withQuery === uris ? names : []).map((name) => `${path}\\?(?:.*&)?${escapeRegex(name)}=.*$`),
      ],
    }));
    const folders = largest(this.#folders).map(([folder, { uris }]) => ({
      uris,
      regexes: [`${folder}[^/?]+(?:\\?.*)?$`],
    }));
    const isOfPaths = paths.reduce((sum, { uris }) => sum + uris, 0);
    const all = [...this.#folders.values()].reduce((sum, { uris }) => sum + uris, 0);
    this.#candidates = [...paths, ...(2 * isOfPaths < all ? folders : [])].map(
      ({ uris, regexes }) => ({
        uris,
        regexes: regexes.map((each) => {
          const text = this.#host + each;
          return { text, regex: new RegExp(text, "u") };
        }),
      }),
    );
    return this.#candidates;
  }
}

function count(counts: Map<string, Counted>, key: string, { hasQuery, names }: UriShape): void {
  const known = counts.get(key);
  if (known === undefined) {
    if (counts.size >= MOST_COUNTED) return;
    counts.set(key, { uris: 1, withQuery: Number(hasQuery), names: hasQuery ? names : undefined });
    return;
  }
  known.uris += 1;
  if (!hasQuery) return;
  known.withQuery += 1;
  known.names = known.names?.filter((name) => names.includes(name)) ?? names;
}

const largest = (counts: ReadonlyMap<string, Counted>): (readonly [string, Counted])[] =>
  [...counts]
    .filter(([, { uris }]) => uris >= FEWEST_OF_RULE)
    .sort(([one, { uris: a }], [other, { uris: b }]) => b - a || (one < other ? -1 : 1))
    .slice(0, MOST_RULES);
