import { count, finite, matching, oneOf, optional, record, text } from "../../base/codec.js";
import { UsageError } from "../../base/errors.js";
import { parseObject } from "../../base/json.js";
import { Forest } from "../../base/math/forest.js";
import {
  bodyOfLine,
  encodeLine,
  keyOfLine,
  lineOf,
  placeOfLine,
  type RecordHead,
} from "../../run/lines/lines.js";
import { finalLines } from "../../run/lines/reached-lines.js";
import type { RecordReader } from "../../run/lines/record-reader.js";
import { inOrder } from "../../run/lines/in-order.js";
import {
  byKey,
  factLine,
  factOf,
  FACTS,
  FAILED,
  FEATURES_OF_KIND,
  kindFrontOf,
  type KindFront,
  kindName,
  noLine,
  pageOf,
  recordOf,
  settingsIn,
  settingsLine,
  settingsOf,
  stampWith,
  withFront,
} from "./cluster-lines.js";
import {
  clusterKinds,
  comparable,
  isNear,
  type KindPage,
  type PageCluster,
} from "./cluster-pages.js";
import { keysOf, NameCounts, uniteNear } from "./components.js";
import { CLUSTER_DEFAULTS, type ClusterSettings } from "./options.js";
import type { Clustering } from "./cluster-mementos.js";
import { type ClusterMember, pagesOfRecords } from "./pages-of-records.js";

type StepLines = AsyncIterable<string>;

/** Context of a step, except its lines. The settings are in the stamps of the records. */
export interface StepTools {
  /** Reads the records in lines of kinds. */
  readonly reader: RecordReader;
  /** Runs all steps of a generator, and lets other tasks run between them. */
  readonly inSteps: <T>(steps: Generator<unknown, T>) => Promise<T>;
}

/** Maximum number of page kinds that a process remembers having written in full. */
const MOST_WRITTEN = 1 << 18;

const NO_STRUCTURE =
  "records without structure and style cannot be clustered. Give map -tm structure-style=0.5.";

/**
 * Step `pages`. Reads sorted records and writes the settings, then each page under the name of its kind. If a kind has
 * been written before, the features are left out. `reader` reads the records.
 */
export async function* pageLines(
  lines: StepLines,
  settings: ClusterSettings,
  reader: RecordReader,
): AsyncGenerator<string> {
  yield settingsLine(settings);
  const written = new Set<string>();
  const pages = pagesOfRecords(finalLines(inOrder(lines)), {
    outcomesOf: (record) =>
      FEATURES_OF_KIND.map((feature) => reader.outcomeOf(record, feature, NO_STRUCTURE)),
    decode: (line) => reader.decode(line),
    problem: (line) => reader.problem(line),
  });
  for await (const found of pages) {
    if ("message" in found) {
      const { place, uriM, message } = found;
      yield `${FAILED}\t${place}\t${JSON.stringify({ uriM, message })}`;
      continue;
    }
    const { member, key, tie, tree, classes } = found;
    const kind = kindName(tree, classes);
    const features = written.has(kind)
      ? []
      : [tree, classes].map((value) => JSON.stringify({ value }));
    if (written.size >= MOST_WRITTEN) written.clear();
    written.add(kind);
    const capture = { ...member.capture, uriM: member.uriM };
    const stamp = stampWith(reader.stamp, settings);
    yield `${kind}\t${encodeLine({ key, tie, capture, stamp }, features)}`;
  }
}

/**
 * Step `kinds`. Reads sorted lines of pages and writes each kind once, with the number of its pages and the features of
 * one of them. Throws a `UsageError` if no page of a kind has features.
 */
export async function* kindLines(lines: StepLines, { reader }: StepTools): AsyncGenerator<string> {
  let kind = "";
  let pages = 0;
  let head: RecordHead | undefined;
  let written = "[]";
  const finish = function* (): Generator<string> {
    if (head !== undefined && written === "[]") {
      throw new UsageError(
        `no page of kind ${kind} has features. Give all lines of step "pages" to step "kinds".`,
      );
    }
    if (head !== undefined) yield withFront(kind, lineOf(head, written), { kind, pages });
    [pages, head, written] = [0, undefined, "[]"];
  };
  for await (const line of inOrder(lines)) {
    const own = keyOfLine(line);
    if (own !== kind) yield* finish();
    kind = own;
    if (own === FAILED) continue;
    const record = recordOf(line);
    const { capture, stamp, written: features } = reader.front(record);
    const [key, , tie] = placeOfLine(record).split("\t");
    head ??= { key: key!, tie: tie!, capture, stamp };
    pages += 1;
    if (written === "[]") written = features;
  }
  yield* finish();
}

/** First field of a line with the count of a class name. It sorts before all kinds. */
const NAME = " ";

/** Step `names`. Reads lines of kinds and counts their class names. */
export async function* nameLines(lines: StepLines, { reader }: StepTools): AsyncGenerator<string> {
  const counts = new NameCounts();
  for await (const line of lines) {
    for (const name of pageOf(line, reader).classes) counts.add(name);
  }
  if (!counts.isWhole) yield `${NAME}\t0\t""`;
  for (const [name, count] of counts.all()) yield `${NAME}\t${count}\t${JSON.stringify(name)}`;
}

function addCount(line: string, counts: NameCounts): void {
  const [, count, name] = line.split("\t", 3);
  const value = parseObject(`{"name":${name ?? ""}}`)?.["name"];
  if (!text.is(value) || !/^\d{1,15}$/u.test(count ?? "")) throw noLine(line);
  if (count === "0") counts.setPartial();
  else counts.add(value, Number(count));
}

/**
 * Step `keys`. Reads counts of names, from one part or from all parts, then kinds in any order. Writes each kind under
 * each of its keys.
 */
export async function* keyLines(lines: StepLines, { reader }: StepTools): AsyncGenerator<string> {
  const counts = new NameCounts();
  let settings: ClusterSettings | undefined;
  let isCounted = false;
  let hasKinds = false;
  for await (const line of lines) {
    if (keyOfLine(line) === NAME) {
      if (hasKinds) throw new UsageError("counts of names come after kinds. Give them first.");
      isCounted = true;
      addCount(line, counts);
      continue;
    }
    if (!hasKinds && !isCounted) counts.setPartial();
    hasKinds = true;
    const { tree, classes } = pageOf(line, reader);
    settings ??= settingsIn(reader);
    const keys = keysOf({ classes, elements: tree.label.length }, counts, settings);
    for (const key of keys) yield withFront(key, recordOf(line), { keys });
  }
}

/** Maximum number of tree elements kept in memory for kinds that occur under several keys. */
const MOST_HELD = 1 << 24;

/**
 * Step `near`. Reads sorted lines of keys. Writes enough pairs of near kinds to connect their components, and the kinds
 * that are too large to compare.
 */
export async function* nearLines(
  lines: StepLines,
  { reader, inSteps }: StepTools,
): AsyncGenerator<string> {
  const forest = new Forest();
  const numbers = new Map<string, number>();
  const held = new Map<number, KindPage>();
  let elements = 0;
  for await (const { key, lines: group } of byKey(inOrder(lines))) {
    if (group.length < 2) continue;
    const fronts = group.map((line) => requireKind(line));
    const things = fronts.map(({ kind }) => {
      const known = numbers.get(kind);
      if (known !== undefined) return known;
      const number = forest.add();
      numbers.set(kind, number);
      return number;
    });
    if (new Set(things).size < things.length) throw noLine(group[0]!);
    if (new Set(things.map((thing) => forest.rootOf(thing))).size === 1) continue;
    const pages = things.map((thing, at) => {
      const page = held.get(thing) ?? pageOf(group[at]!, reader);
      if (!held.has(thing)) elements += page.tree.label.length;
      held.set(thing, page);
      return page;
    });
    const settings = settingsIn(reader);
    const places = new Map(things.map((thing, at) => [thing, at]));
    const kinds = comparable(pages, settings, [settings]);
    const found: string[] = [];
    const kindOf = (thing: number): string => fronts[places.get(thing)!]!.kind;
    await inSteps(
      (function* () {
        const united = uniteNear(key, things, {
          keysOf: (thing) => fronts[places.get(thing)!]!.keys,
          isNear: (one, other) => isNear(kinds, places.get(one)!, places.get(other)!),
          forest,
        });
        for (const pair of united) {
          yield;
          if (pair === undefined) continue;
          const [one, other] = pair;
          found.push(factLine({ kind: kindOf(other), fact: FACTS.near, text: kindOf(one) }));
        }
      })(),
    );
    yield* found;
    for (const [at, { kind }] of fronts.entries()) {
      if (kinds.tooLarge.has(kinds.kinds[at]!)) {
        yield factLine({ kind, fact: FACTS.tooLarge, text: "" });
      }
    }
    if (elements > MOST_HELD) {
      held.clear();
      elements = 0;
    }
  }
}

function requireKind(line: string): KindFront {
  const front = kindFrontOf(line);
  if (front === undefined) throw noLine(line);
  return front;
}

/**
 * Step `components`. Reads all facts of the step `near`, then kinds in any order. Writes each kind under the first name
 * of its component.
 */
export async function* componentLines(lines: StepLines): AsyncGenerator<string> {
  const forest = new Forest();
  const numbers = new Map<string, number>();
  const tooLarge = new Set<string>();
  let roots: ReadonlyMap<number, string> | undefined;
  const numberOf = (kind: string): number => {
    const known = numbers.get(kind);
    if (known !== undefined) return known;
    const number = forest.add();
    numbers.set(kind, number);
    return number;
  };
  for await (const line of lines) {
    const fact = factOf(line);
    if (fact === undefined) {
      roots ??= firstNames(numbers, forest);
      const { kind } = requireKind(line);
      const number = numbers.get(kind);
      const root = number === undefined ? kind : roots.get(forest.rootOf(number))!;
      yield withFront(root, recordOf(line), tooLarge.has(kind) ? { tooLarge: true } : {});
    } else if (fact.fact === FACTS.cluster) throw noLine(line);
    else if (roots !== undefined) {
      throw new UsageError("lines of the step near come after kinds. Give them first.");
    } else if (fact.fact === FACTS.tooLarge) tooLarge.add(fact.kind);
    else forest.unite(numberOf(fact.kind), numberOf(fact.text));
  }
}

/**
 * Returns the first name of each component by its root. Choosing the first name makes the result independent of the
 * order of the facts.
 */
function firstNames(numbers: ReadonlyMap<string, number>, forest: Forest): Map<number, string> {
  const names = new Map<number, string>();
  for (const [kind, number] of numbers) {
    const root = forest.rootOf(number);
    const known = names.get(root);
    if (known === undefined || kind < known) names.set(root, kind);
  }
  return names;
}

/** More pages than any collection contains. Sizes are subtracted from it, so that larger clusters sort first. */
const MOST_PAGES = 1e15;

/** Content of the fact that puts a kind into a cluster. */
interface InCluster {
  /**
   * Name by which clusters are sorted. The largest come first, and clusters of equal size are in the order of their
   * first pages.
   */
  readonly cluster: string;
  readonly tooLarge?: true;
  /** Rank among the typical kinds of the cluster, from 0. */
  readonly typical?: number;
  readonly cohesion: number;
}

/** Step `clusters`. Reads sorted lines of kinds under their components. Writes the cluster of each kind. */
export async function* clusterLines(
  lines: StepLines,
  { reader, inSteps }: StepTools,
): AsyncGenerator<string> {
  for await (const { lines: group } of byKey(inOrder(lines))) {
    const fronts = group.map((line) => requireKind(line));
    if (new Set(fronts.map(({ kind }) => kind)).size < fronts.length) throw noLine(group[0]!);
    const pages = group.map((line) => pageOf(line, reader));
    const settings = settingsIn(reader);
    const kinds = comparable(pages, settings, [settings]);
    const weights = fronts.map((front) => front.pages);
    const [clusters = []] = await inSteps(clusterKinds(kinds, weights, [settings]));
    for (const { members, typical, cohesion } of clusters) {
      const size = members.reduce((sum, at) => sum + weights[at]!, 0);
      const place = placeOfLine(recordOf(group[members[0]!]!)).replaceAll("\t", " ");
      const cluster = `${String(MOST_PAGES - size).padStart(16, "0")} ${place}`;
      for (const at of members) {
        const { kind, tooLarge: isTooLarge } = fronts[at]!;
        const rank = typical.indexOf(at);
        const fact: InCluster = {
          cluster,
          ...((isTooLarge || kinds.tooLarge.has(kinds.kinds[at]!)) && { tooLarge: true }),
          ...(rank >= 0 && { typical: rank }),
          cohesion,
        };
        yield factLine({ kind, fact: FACTS.cluster, text: JSON.stringify(fact) });
      }
    }
  }
}

const inCluster = record<InCluster>({
  cluster: matching(/^\d{16} [\x20-\x7e]+$/u),
  tooLarge: optional(oneOf(true)),
  typical: optional(count),
  cohesion: finite,
});

function inClusterOf(json: string, line: string): InCluster {
  const found = inCluster.read(parseObject(json));
  if (found === undefined) throw noLine(line);
  const { cluster, tooLarge, typical, cohesion } = found;
  return { cluster, tooLarge, typical, cohesion };
}

/** A memento with the cluster of its kind. */
interface Member {
  readonly member: ClusterMember;
  readonly place: string;
  readonly known: InCluster;
}

/** Step `write`. Reads sorted lines of pages and of the clusters of kinds. Returns the clustering and its settings. */
export async function clusteringOf(
  lines: StepLines,
  { reader }: Pick<StepTools, "reader">,
): Promise<Clustering & { readonly settings: ClusterSettings }> {
  const clusters = new Map<string, Member[]>();
  const failed: { uriM: string; message: string }[] = [];
  let written: string | undefined;
  let mementos = 0;
  let kind = "";
  let known: InCluster | undefined;
  for await (const line of inOrder(lines)) {
    const own = keyOfLine(line);
    const record = recordOf(line);
    if (own === FAILED) {
      const said = notRead.read(parseObject(bodyOfLine(record)));
      if (said !== undefined) failed.push(said);
      else if (placeOfLine(record) !== "\t\t") throw noLine(line);
      else if (bodyOfLine(record) !== (written ??= bodyOfLine(record))) {
        throw new UsageError("the lines are of clusterings with different settings.");
      }
      continue;
    }
    if (own !== kind) known = undefined;
    kind = own;
    const fact = factOf(line);
    if (fact?.fact === FACTS.cluster) known = inClusterOf(fact.text, line);
    if (fact !== undefined) continue;
    const { capture } = reader.front(record);
    if (known === undefined || capture.uriM === undefined || written === undefined) {
      throw new UsageError(
        `there is no cluster of kind ${kind}. Give all lines of steps "pages" and "clusters" to step "write".`,
      );
    }
    const member = { uriM: capture.uriM, capture };
    const others = clusters.get(known.cluster) ?? [];
    others.push({ member, place: placeOfLine(record), known });
    clusters.set(known.cluster, others);
    mementos += 1;
    // The first page of a typical kind represents the kind, and later pages do not.
    known = { ...known, typical: undefined };
  }
  const sorted = [...clusters].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    clusters: sorted.map(([, members]) => clusterOf(members)),
    mementos,
    failed,
    settings: written === undefined ? CLUSTER_DEFAULTS : settingsOf(written),
  };
}

function clusterOf(members: Member[]): PageCluster<ClusterMember> {
  members.sort((a, b) => (a.place < b.place ? -1 : 1));
  const typical = members.filter(({ known }) => known.typical !== undefined);
  typical.sort((a, b) => a.known.typical! - b.known.typical!);
  const [first] = typical;
  if (first?.known.typical !== 0) {
    throw new UsageError(
      'a cluster lacks its typical page. Give all lines of all parts to step "write".',
    );
  }
  return {
    members: members.map(({ member }) => member),
    medoid: first.member,
    cohesion: first.known.cohesion,
    typical: typical.map(({ member }) => member),
    tooLarge: members.filter(({ known }) => known.tooLarge).map(({ member }) => member),
  };
}

const notRead = record<{ readonly uriM: string; readonly message: string }>({
  uriM: text,
  message: text,
});
