import { compareDatetimes } from "../../base/datetime.js";
import { printable } from "../../base/text.js";
import type { MementoResult } from "../../score/types.js";
import { escapeXml } from "../../write/formats/markup.js";
import type { Presentation, Writer } from "../../write/types.js";
import { replayedAt } from "../../write/writing.js";
import { offTopicSinceText, type SeedState, seedStates, whyOffTopic } from "./seed-states.js";

export const junit: Writer = {
  keyword: "junit",
  lacksSimhash: true,
  usualSuffix: ".xml",
  title: "JUnit XML",
  summary:
    "A test case for each seed: it fails if the seed is off-topic now and fails --fail-on, with the date, file and place of the capture, is an error if nothing of it could be read, and is skipped without a verdict.",
  example: "detect_off_topic -i warc=crawls/ -ot junit -o seeds.xml",
  showsEvidence: "kinds",
  linksMementos: true,

  async *write(results, _settings, presentation = {}) {
    // JUnit has the counts before the cases, so the lines of all seeds are held in memory.
    const counts = { failures: 0, errors: 0, skipped: 0 };
    const cases: string[] = [];
    const offTopic: { readonly at: number; readonly name: string; readonly seed: OffTopicSeed }[] =
      [];
    let newest: string | undefined;
    for await (const seed of seedStates(results)) {
      const { lastDatetime } = seed;
      if (lastDatetime && compareDatetimes(lastDatetime, newest ?? "") > 0) newest = lastDatetime;
      const outcome = outcomeOfSeed(seed, presentation);
      const name = nameOfSeed(seed);
      if (outcome !== undefined && "uriM" in outcome) {
        offTopic.push({ at: cases.length, name, seed: outcome });
        cases.push("");
        continue;
      }
      if (outcome !== undefined) counts[COUNT_OF_TAG[outcome.tag]] += 1;
      cases.push(testCase(name, outcome));
    }
    // The rules of --fail-on are decided by all results. A seed that fails none of them is told as a property.
    const fails = presentation.failing?.() ?? (() => true);
    const properties: string[] = [];
    for (const { at, name, seed } of offTopic) {
      const isFailure = fails(seed.uriM);
      cases[at] = testCase(name, isFailure ? seed.failure : undefined);
      if (isFailure) counts.failures += 1;
      else properties.push(propertyOf(name, seed.failure.message));
    }
    for (const each of damagedFiles(presentation.damage?.() ?? [])) {
      counts.errors += 1;
      cases.push(each);
    }
    const all = { tests: cases.length, ...counts };
    const written = (...names: (keyof typeof all)[]): string =>
      names.map((name) => ` ${name}="${all[name]}"`).join("");
    // The schema that Jenkins checks has no `skipped` at the root.
    const root = written("tests", "failures", "errors");
    // Equal results give equal files, so the time is not that of the clock.
    const timestamp = newest === undefined ? "" : ` timestamp="${escapeXml(printable(newest))}"`;
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${root}>\n<testsuite name="detect_off_topic"${root}${written("skipped")} time="0"${timestamp}>\n`;
    if (properties.length > 0) yield `<properties>\n${properties.join("")}</properties>\n`;
    for (const each of cases) yield each;
    yield "</testsuite>\n</testsuites>\n";
  },
};

const COUNT_OF_TAG = { failure: "failures", error: "errors", skipped: "skipped" } as const;

/** Returns the element of a test case that says why it did not pass. */
interface TestOutcome {
  readonly tag: keyof typeof COUNT_OF_TAG;
  readonly type?: string;
  readonly message: string;
  readonly text?: string;
}

/** A seed that is off-topic now, with the first capture since which it is. */
interface OffTopicSeed {
  readonly uriM: string;
  readonly failure: TestOutcome;
}

function outcomeOfSeed(
  seed: SeedState,
  { replay }: Presentation,
): TestOutcome | OffTopicSeed | undefined {
  const { offTopicSince, isJudged, isUnsure, problem } = seed;
  if (offTopicSince !== undefined) {
    const why = whyOffTopic(offTopicSince);
    const since = offTopicSinceText(offTopicSince);
    const message = why === "" ? since : `${since}: ${why}`;
    const uri = replayedAt(replay, offTopicSince) ?? offTopicSince.uriM;
    const text = [printable(uri, "percent"), ...placeOfCapture(offTopicSince)].join("\n");
    const failure = { tag: "failure", type: "off-topic", message, text } as const;
    return { uriM: offTopicSince.uriM, failure };
  }
  if (isJudged) return undefined;
  if (isUnsure) return { tag: "skipped", message: "every verdict is unsure" };
  return problem === undefined
    ? { tag: "skipped", message: "no capture has a verdict" }
    : { tag: "error", type: "access error", message: problem };
}

/**
 * Returns the file of a capture and the byte at which its record begins, in the form `file:line` that CI servers link. They
 * are no attributes, because the schema of Jenkins has none for them.
 */
function placeOfCapture({ capture: { source } }: MementoResult): string[] {
  return source === undefined ? [] : [`${printable(source.file)}:${source.offset}`];
}

/** Places of a damaged file that its test case lists. */
const PLACES_SHOWN = 20;

/** Returns a test case for each file of which parts could not be read: what is lost there has no seed. */
function damagedFiles(damage: ReturnType<NonNullable<Presentation["damage"]>>): string[] {
  const byFile = new Map<string, string[]>();
  for (const { source, message } of damage) {
    const { file, offset } = source;
    const places = byFile.get(file);
    const place = `${printable(file)}:${offset} ${printable(message)}`;
    if (places === undefined) byFile.set(file, [place]);
    else if (places.length < PLACES_SHOWN) places.push(place);
  }
  return [...byFile].map(([file, places]) =>
    testCase(file, {
      ...{ tag: "error", type: "damage", message: places[0]!, text: places.join("\n") },
    }),
  );
}

const nameOfSeed = ({ uriR, uriT }: SeedState): string => uriR ?? uriT.replace(FROM_FILES, "");

/** Start of the URI-T of a seed in files, of which there is no TimeMap on the web. */
const FROM_FILES = /^from-warc::timemap::/u;

const propertyOf = (of: string, value: string): string =>
  `<property name="${escapeXml(printable(of, "percent"))}" value="${escapeXml(printable(value))}"/>\n`;

function testCase(of: string, outcome: TestOutcome | undefined): string {
  const name = escapeXml(printable(of, "percent"));
  const start = `<testcase classname="detect_off_topic" name="${name}" time="0"`;
  if (outcome === undefined) return `${start}/>\n`;
  const { tag, type, message, text } = outcome;
  const typed = type === undefined ? "" : ` type="${type}"`;
  const said = ` message="${escapeXml(printable(message).replace(/[\n\t]/gu, " "))}"`;
  const body = text === undefined ? "/>" : `>${escapeXml(text)}</${tag}>`;
  return `${start}><${tag}${typed}${said}${body}</testcase>\n`;
}
