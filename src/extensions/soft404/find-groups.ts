import { Shuffle, Spill } from "../../base/shuffle.js";
import type { Json, Outcome } from "../../base/types.js";
import type { Sign } from "../../page/types.js";
import { checkedSettings } from "../../run/detect.js";
import type { DetectOptions } from "../../run/detect-options.js";
import { decodeLine, kindOfLine, type MappedRecord } from "../../run/lines/lines.js";
import { readRecords } from "../../run/map-reduce.js";
import type { Tally } from "../../run/setup/tally.js";
import { Turns } from "../../run/setup/until-aborted.js";
import { reportedSignal } from "../../score/evidence/kinds.js";
import { pageKindOf } from "../../score/evidence/page-kind.js";
import { planRun } from "../../score/settings/plan.js";
import { recombinedPages } from "./recombined.js";
import { RuleMaker } from "./rules.js";
import { hostOfLine, lineOfPage, pageOfLine, pathOfLine, type SitePage } from "./site-page.js";
import { FEWEST_URIS, type TextGroup, TextGroups } from "./text-groups.js";
import { uriShapeOf } from "./uri-shape.js";

/** Many URIs of one host that bring nothing new. */
export interface Soft404Group {
  readonly host: string;
  /**
   * `one text` means that all pages have nearly the same text. `same pieces` means that each text consists of pieces of
   * the others.
   */
  readonly foundBy: "one text" | "same pieces";
  readonly uris: number;
  readonly captures: number;
  /** Bytes of the decoded bodies of all captures. */
  readonly bytes: number;
  readonly example: string;
  readonly text: string;
  /** Kind of most of the pages, if a sign shows one. */
  readonly kind?: string;
  /** Regular expressions that match whole URIs of the group, and no other page that was read. */
  readonly rules: readonly string[];
  /** Number of URIs that a rule matches. */
  readonly urisOfRules: number;
}

export interface GroupMember {
  readonly uriR: string;
  readonly mementoDatetime: string;
}

/** The groups of a crawl, in the order of hosts. The groups of a host are sorted by size, the largest first. */
export interface Soft404 {
  readonly groups: readonly Soft404Group[];
  /** Yields the members of each group, in the order of the groups. They can be read only once. */
  readonly members: () => Iterable<GroupMember & { readonly group: number }>;
  /** Number of captures that were read, with any status. */
  readonly captures: number;
  /** Number of pages that were compared, and number of captures without text. */
  readonly pages: number;
  readonly withoutText: number;
  readonly tally: Tally;
  readonly incomplete?: string;
  /** Removes temporary files. */
  readonly close: () => void;
}

type Soft404Options = Pick<
  DetectOptions,
  "input" | "memoryBytes" | "workers" | "signal" | "onProgress" | "onDamage"
>;

const SORT_MEMORY = 1 << 25;
/** Number of characters of an example's text. */
const EXAMPLE_LENGTH = 160;

/** Memory is bounded, because pages are sorted on disk and compared host by host. */
export async function findSoft404(options: Soft404Options): Promise<Soft404> {
  const { memoryBytes = SORT_MEMORY, signal = new AbortController().signal } = options;
  const choices: DetectOptions = {
    ...options,
    measures: "title=0.5,ngrams=0.5",
    ...{ signs: true, excerpts: EXAMPLE_LENGTH, contentLength: true },
    ...{ simhash: false, detectLanguage: false },
  };
  const { settings, definitions } = checkedSettings(choices);
  const plan = planRun(settings, definitions.measures, definitions.evidence);
  const at = {
    ...{ sketch: plan.measures[1]!.input as number, title: plan.measures[0]!.input as number },
    ...{ bytes: plan.contentLength!, signs: plan.signs!, excerpt: plan.excerpt! },
  };
  const { lines, tally, fetched } = await readRecords(choices);
  const sorted = new Shuffle(memoryBytes);
  const members = new Shuffle(memoryBytes);
  const close = (): void => {
    sorted.close();
    members.close();
  };
  const turns = new Turns();
  try {
    let [captures, withoutText] = [0, 0];
    for (const line of lines) {
      await turns.take();
      signal.throwIfAborted();
      if (kindOfLine(line) !== "record") continue;
      const record = decodeLine(line);
      captures += 1;
      if (!isGoodAnswer(record)) continue;
      const written = pageLine(record, at);
      if (written === undefined) withoutText += 1;
      else sorted.add(written);
    }
    const groups: Soft404Group[] = [];
    for await (const host of pagesByHost(sorted.sorted(), memoryBytes, signal)) {
      groups.push(...groupsOfHost(host, groups.length, members, memoryBytes));
    }
    return {
      ...{
        groups,
        captures,
        pages: sorted.count,
        withoutText,
        tally,
        incomplete: fetched?.incomplete,
      },
      members: () => membersOfLines(members.sorted()),
      close,
    };
  } catch (cause) {
    close();
    throw cause;
  }
}

/**
 * True if the server answered without an error. A page with an error status is not a trap, because crawlers do not
 * follow it.
 */
const isGoodAnswer = ({ problem, capture: { status = 200 } }: MappedRecord): boolean =>
  problem === undefined && status >= 200 && status < 300;

type Places = Readonly<Record<"sketch" | "title" | "bytes" | "signs" | "excerpt", number>>;

function pageLine({ capture, features }: MappedRecord, at: Places): string | undefined {
  const sketch = valueOfOutcome(features[at.sketch]) as readonly number[] | undefined;
  if (sketch === undefined) return undefined;
  const signs = (valueOfOutcome(features[at.signs]) ?? []) as readonly Sign[];
  return lineOfPage({
    ...{ uri: capture.uriR, mementoDatetime: capture.mementoDatetime, sketch },
    bytes: (valueOfOutcome(features[at.bytes]) ?? 0) as number,
    titleWords: (valueOfOutcome(features[at.title]) ?? []) as readonly string[],
    kind: pageKindOf(signs, capture.status, reportedSignal)?.title ?? "",
    text: (valueOfOutcome(features[at.excerpt]) ?? "") as string,
  });
}

const valueOfOutcome = (outcome: Outcome<Json> | undefined): Json | undefined =>
  outcome !== undefined && "value" in outcome ? outcome.value : undefined;

interface HostPages {
  readonly host: string;
  /** The pages can be read repeatedly. */
  readonly lines: Spill<string>;
}

const spill = (memoryBytes: number): Spill<string> =>
  new Spill("soft404", memoryBytes, (line) => line);

async function* pagesByHost(
  sorted: Iterable<string>,
  memoryBytes: number,
  signal: AbortSignal,
): AsyncGenerator<HostPages> {
  const turns = new Turns();
  let lines = spill(memoryBytes);
  let host: string | undefined;
  try {
    for (const line of sorted) {
      await turns.take();
      signal.throwIfAborted();
      const own = hostOfLine(line);
      if (host !== undefined && own !== host) {
        yield { host, lines };
        lines.close();
        lines = spill(memoryBytes);
      }
      host = own;
      lines.add(line, () => line, line.length);
    }
    if (host !== undefined) yield { host, lines };
  } finally {
    lines.close();
  }
}

class GroupDraft {
  readonly foundBy: Soft404Group["foundBy"];
  readonly rules: RuleMaker;
  uris = 0;
  captures = 0;
  bytes = 0;
  example: SitePage | undefined;
  urisOfRules = 0;
  readonly kinds = new Map<string, number>();
  #last: string | undefined;

  constructor(foundBy: Soft404Group["foundBy"], host: string) {
    this.foundBy = foundBy;
    this.rules = new RuleMaker(host);
  }

  /** Returns true if its URI differs from the URI of the last capture. */
  add(page: SitePage): boolean {
    this.captures += 1;
    this.bytes += page.bytes;
    if (page.kind !== "") this.kinds.set(page.kind, (this.kinds.get(page.kind) ?? 0) + 1);
    if (this.example === undefined || page.uri.length < this.example.uri.length)
      this.example = page;
    const isNew = page.uri !== this.#last;
    this.#last = page.uri;
    if (isNew) this.uris += 1;
    return isNew;
  }
}

/**
 * Minimum number of URIs that differ only in their query for which the URI without a query counts as the page that they
 * vary.
 */
const FEWEST_VARIANTS = 5;
/** Maximum number of paths of a host whose variants are counted. */
const MOST_PATHS = 100_000;

/** Maximum number of groups of a host that get rules, because each rule is compared with all pages of the host. */
const MOST_WITH_RULES = 64;

/** Finds the groups of a host. Adds their members, with the number of the group, to `members`. */
function groupsOfHost(
  { host, lines }: HostPages,
  number: number,
  members: Shuffle,
  memoryBytes: number,
): Soft404Group[] {
  const drafts: GroupDraft[] = [];
  const groupOf = assigned(host, lines, drafts, memoryBytes);
  // The page that the other URIs vary stays in the crawl.
  const variants = new Map<string, number>();
  eachPage(lines, (page, at) => {
    const [path, query] = splitQuery(page.uri);
    if (query === undefined || groupOf[at] === undefined) return;
    if (variants.size < MOST_PATHS || variants.has(path))
      variants.set(path, (variants.get(path) ?? 0) + 1);
  });
  eachPage(lines, (page, at) => {
    const group = groupOf[at];
    if (group === undefined) return;
    const [path, query] = splitQuery(page.uri);
    if (query === undefined && (variants.get(path) ?? 0) >= FEWEST_VARIANTS) {
      groupOf[at] = undefined;
    } else if (drafts[group]!.add(page)) drafts[group]!.rules.add(uriShapeOf(page.uri)!);
  });
  const isKept = drafts.map(({ uris }) => uris >= FEWEST_URIS);
  if (!isKept.includes(true)) return [];
  const order = drafts
    .map((_, at) => at)
    .filter((at) => isKept[at])
    .sort((a, b) => drafts[b]!.bytes - drafts[a]!.bytes || a - b);
  const numbers = new Map(order.map((at, place) => [at, number + place]));
  const withRules = order.slice(0, MOST_WITH_RULES);
  eachPage(lines, ({ uri }, at) => {
    const group = groupOf[at];
    if (group !== undefined && isKept[group] === true) return;
    const { href } = uriShapeOf(uri)!;
    for (const own of withRules) drafts[own]!.rules.spare(href);
  });
  const rules = new Map(withRules.map((at) => [at, drafts[at]!.rules.rules()]));
  const regexes = new Map(
    [...rules].map(([at, own]) => [at, own.map((rule) => new RegExp(rule, "u"))]),
  );
  let last: string | undefined;
  eachPage(lines, ({ uri, mementoDatetime }, at) => {
    const group = groupOf[at];
    const own = group === undefined ? undefined : numbers.get(group);
    if (group === undefined || own === undefined) return;
    members.add(`${String(own).padStart(9, "0")}\t${JSON.stringify([uri, mementoDatetime])}`);
    const { href } = uriShapeOf(uri)!;
    const isMatched = regexes.get(group)?.some((rule) => rule.test(href)) === true;
    if (uri !== last && isMatched) drafts[group]!.urisOfRules += 1;
    last = uri;
  });
  return order.map((at) => {
    const { example, foundBy, uris, captures, bytes, kinds, urisOfRules } = drafts[at]!;
    const [most] = [...kinds].sort(([, a], [, b]) => b - a);
    return {
      ...{ host, foundBy, uris, captures, bytes },
      ...{ example: example!.uri, text: example!.text },
      ...(most !== undefined && 2 * most[1] >= captures && { kind: most[0] }),
      ...{ rules: rules.get(at) ?? [], urisOfRules },
    };
  });
}

/** Returns the number of the group of each page that is in a group, and adds the groups to `drafts`. */
function assigned(
  host: string,
  lines: Spill<string>,
  drafts: GroupDraft[],
  memoryBytes: number,
): (number | undefined)[] {
  const texts = new TextGroups();
  eachPage(lines, (page) => texts.add(page));
  const found = new Map<TextGroup, number>();
  for (const group of texts.ofOneText()) {
    found.set(group, drafts.length);
    drafts.push(new GroupDraft("one text", host));
  }
  const groupOf: (number | undefined)[] = [];
  let path: string | undefined;
  let rest = spill(memoryBytes);
  let places: number[] = [];
  const finish = (): void => {
    const isOne = recombinedPages(() => sitePages(rest));
    if (isOne !== undefined) {
      let at = 0;
      for (const page of sitePages(rest)) {
        if (isOne(page)) groupOf[places[at]!] = drafts.length;
        at += 1;
      }
      drafts.push(new GroupDraft("same pieces", host));
    }
    rest.close();
    rest = spill(memoryBytes);
    places = [];
  };
  try {
    let at = 0;
    for (const line of lines.all()) {
      const own = pathOfLine(line);
      if (path !== undefined && own !== path) finish();
      path = own;
      const group = texts.find(pageOfLine(line));
      groupOf.push(group && found.get(group));
      if (group === undefined) {
        rest.add(line, () => line, line.length);
        places.push(at);
      }
      at += 1;
    }
    finish();
  } finally {
    rest.close();
  }
  return groupOf;
}

function* sitePages(lines: Spill<string>): Generator<SitePage> {
  for (const line of lines.all()) yield pageOfLine(line);
}

function eachPage(lines: Spill<string>, take: (page: SitePage, at: number) => void): void {
  let at = 0;
  for (const page of sitePages(lines)) take(page, at++);
}

function splitQuery(uri: string): readonly [path: string, query?: string] {
  const at = uri.indexOf("?");
  return at < 0 ? [uri] : [uri.slice(0, at), uri.slice(at + 1)];
}

function* membersOfLines(
  sorted: Iterable<string>,
): Generator<GroupMember & { readonly group: number }> {
  for (const line of sorted) {
    const tab = line.indexOf("\t");
    const [uriR, mementoDatetime] = JSON.parse(line.slice(tab + 1)) as [string, string];
    yield { group: Number(line.slice(0, tab)), uriR, mementoDatetime };
  }
}
