import { escapeRegex, type UriShape } from "./uri-shape.js";

/** Maximum number of rules of one group. */
const MOST_RULES = 16;
/** Minimum number of URIs of a group that share the path, or the folder, of a rule. */
const FEWEST_OF_PATH = 3;
const FEWEST_OF_FOLDER = 5;
/** Maximum number of values of a parameter that a rule lists. */
const MOST_VALUES = 64;
/** Maximum number of different paths and folders of a group that are counted. */
const MOST_SHAPES = 4096;

interface CountedUris {
  uris: number;
  withQuery: number;
  /**
   * Parameters that all queries have, with the beginnings of their values. The values are undefined if there are too
   * many.
   */
  parameters: Map<string, Set<string> | undefined> | undefined;
}

interface RuleOfGroup {
  readonly text: string;
  readonly regex: RegExp;
}

/** A part of a group, with regular expressions for it. The most general expression comes first. */
interface Candidates {
  readonly uris: number;
  readonly regexes: RuleOfGroup[];
}

/**
 * A rule is a regular expression that matches whole URIs and means the same in Java and JavaScript. A rule that also
 * matches another page of the crawl is dropped.
 */
export class RuleMaker {
  readonly #host: string;
  readonly #paths = new Map<string, CountedUris>();
  readonly #folders = new Map<string, CountedUris>();
  #uris = 0;
  #candidates: readonly Candidates[] | undefined;

  constructor(host: string) {
    this.#host = `^https?://${escapeRegex(host)}`;
  }

  add(shape: UriShape): void {
    this.#uris += 1;
    if (shape.path === "") return;
    count(this.#paths, shape.path, shape);
    for (const folder of shape.folders) count(this.#folders, folder, shape);
  }

  /** Removes the expressions that match a URI outside of the group. May be called after all URIs have been added. */
  spare(href: string): void {
    for (const { regexes } of this.#made()) {
      for (let at = regexes.length - 1; at >= 0; at -= 1) {
        if (regexes[at]!.regex.test(href)) regexes.splice(at, 1);
      }
    }
  }

  /**
   * Returns the remaining rules: rules of folders, if most paths have only a few URIs, and then rules of paths that are
   * in none of these folders.
   */
  rules(): readonly string[] {
    const rules: string[] = [];
    for (const { regexes } of this.#made()) {
      const rule = regexes[0]?.text;
      const isCovered = rules.some(
        (other) => other.endsWith("/.+$") && rule?.startsWith(other.slice(0, -3)),
      );
      if (rule !== undefined && !isCovered) rules.push(rule);
    }
    return rules;
  }

  #made(): readonly Candidates[] {
    if (this.#candidates !== undefined) return this.#candidates;
    const paths = largest(this.#paths, FEWEST_OF_PATH).map(
      ([path, { uris, withQuery, parameters = new Map() }]) => ({
        uris,
        regexes: [
          `${path}(?:\\?.*)?$`,
          ...(withQuery > 0 ? [`${path}\\?.*$`] : []),
          ...(withQuery === uris ? parametersOf(parameters) : []).map(
            (parameter) => `${path}\\?(?:.*&)?${parameter}.*$`,
          ),
        ],
      }),
    );
    const folders = largest(this.#folders, FEWEST_OF_FOLDER).map(([folder, { uris }]) => ({
      uris,
      regexes: [`${folder}.+$`],
    }));
    const ofPaths = paths.reduce((sum, { uris }) => sum + uris, 0);
    this.#candidates = [...(2 * ofPaths < this.#uris ? folders : []), ...paths].map(
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

/**
 * Returns an expression that allows any value for each parameter, then an expression for each that allows only the
 * values that occur.
 */
function parametersOf(
  parameters: ReadonlyMap<string, ReadonlySet<string> | undefined>,
): readonly string[] {
  const names = [...parameters.keys()].map((name) => `${escapeRegex(name)}=`);
  const values = [...parameters].flatMap(([name, starts]) =>
    starts === undefined
      ? []
      : [`${escapeRegex(name)}=(?:${[...starts].sort().join("|")})(?![0-9A-Za-z])`],
  );
  return [...names, ...values];
}

function count(counts: Map<string, CountedUris>, key: string, { hasQuery, query }: UriShape): void {
  let known = counts.get(key);
  if (known === undefined) {
    if (counts.size >= MOST_SHAPES) return;
    known = { uris: 0, withQuery: 0, parameters: undefined };
    counts.set(key, known);
  }
  known.uris += 1;
  if (!hasQuery) return;
  known.withQuery += 1;
  known.parameters ??= new Map([...query.keys()].map((name) => [name, new Set<string>()]));
  for (const [name, starts] of known.parameters) {
    const start = query.get(name);
    if (start === undefined) known.parameters.delete(name);
    else starts?.add(start);
    if (starts !== undefined && starts.size > MOST_VALUES) known.parameters.set(name, undefined);
  }
}

const largest = (
  counts: ReadonlyMap<string, CountedUris>,
  fewest: number,
): (readonly [string, CountedUris])[] =>
  [...counts]
    .filter(([, { uris }]) => uris >= fewest)
    .sort(([one, { uris: a }], [other, { uris: b }]) => b - a || (one < other ? -1 : 1))
    .slice(0, MOST_RULES);
