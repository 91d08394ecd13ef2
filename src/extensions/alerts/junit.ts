import { compareDatetimes } from "../../base/datetime.js";
import { groupBy } from "../../base/math/group-by.js";
import { printable } from "../../base/text.js";
import type { MementoResult } from "../../score/types.js";
import { escapeXml } from "../../write/formats/markup.js";
import type { Presentation, Writer } from "../../write/types.js";
import { pageKindTitle, probabilityOf, replayedAt, whyText } from "../../write/writing.js";
import { type SeedState, seedStates } from "./seed-states.js";

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
    // JUnit has the counts before the cases, so the cases of all seeds are held in memory.
    const seeds: TestCase[] = [];
    let newest: string | undefined;
    for await (const seed of seedStates(results)) {
      const { lastDatetime } = seed;
      if (lastDatetime && compareDatetimes(lastDatetime, newest ?? "") > 0) newest = lastDatetime;
      seeds.push({ name: nameOfSeed(seed), outcome: outcomeOfSeed(seed, presentation) });
    }
    // The rules of --fail-on are decided by all results. A seed that fails none of them is told as a property.
    const fails = presentation.failing?.() ?? (() => true);
    const properties: string[] = [];
    const cases = seeds.map(({ name, outcome }): TestCase => {
      if (outcome?.uriM === undefined || fails(outcome.uriM)) return { name, outcome };
      properties.push(propertyOf(name, outcome.message));
      return { name };
    });
    cases.push(...damagedFiles(presentation.damage?.() ?? []));
    const number = (tag: TestOutcome["tag"]): number =>
      cases.filter(({ outcome }) => outcome?.tag === tag).length;
    const root = ` tests="${cases.length}" failures="${number("failure")}" errors="${number("error")}"`;
    // The schema that Jenkins checks has no `skipped` at the root.
    const skipped = ` skipped="${number("skipped")}"`;
    // Equal results give equal files, so the time is not that of the clock.
    const timestamp = newest === undefined ? "" : ` timestamp="${escapeXml(printable(newest))}"`;
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${root}>\n<testsuite name="detect_off_topic"${root}${skipped} time="0"${timestamp}>\n`;
    if (properties.length > 0) yield `<properties>\n${properties.join("")}</properties>\n`;
    for (const each of cases) yield testCase(each);
    yield "</testsuite>\n</testsuites>\n";
  },
};

interface TestCase {
  readonly name: string;
  /** Absent if the test passes. */
  readonly outcome?: TestOutcome;
}

interface TestOutcome {
  readonly tag: "failure" | "error" | "skipped";
  readonly type?: string;
  readonly message: string;
  readonly text?: string;
  /** First capture since which a seed is off-topic. */
  readonly uriM?: string;
}

function outcomeOfSeed(seed: SeedState, { replay }: Presentation): TestOutcome | undefined {
  const { offTopicSince, isJudged, isUnsure, problem } = seed;
  if (offTopicSince !== undefined) {
    const { uriM } = offTopicSince;
    const kind = pageKindTitle(offTopicSince);
    const why = whyText({ kind, probability: probabilityOf(offTopicSince) });
    // Results of other programs may lack the date.
    const since = offTopicSince.capture.mementoDatetime || "an unknown date";
    const message = `off-topic since ${since}${why === "" ? "" : `: ${why}`}`;
    const uri = replayedAt(replay, offTopicSince) ?? uriM;
    const text = [printable(uri, "percent"), ...placeOfCapture(offTopicSince)].join("\n");
    return { tag: "failure", type: "off-topic", message, text, uriM };
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
function damagedFiles(damage: ReturnType<NonNullable<Presentation["damage"]>>): TestCase[] {
  return [...groupBy(damage, ({ source }) => source.file)].map(([name, all]) => {
    const places = all
      .slice(0, PLACES_SHOWN)
      .map(({ source, message }) => `${printable(name)}:${source.offset} ${printable(message)}`);
    const [message = ""] = places;
    return { name, outcome: { tag: "error", type: "damage", message, text: places.join("\n") } };
  });
}

const nameOfSeed = ({ uriR, uriT }: SeedState): string => uriR ?? uriT.replace(FROM_FILES, "");

/** Start of the URI-T of a seed in files, of which there is no TimeMap on the web. */
const FROM_FILES = /^from-warc::timemap::/u;

const propertyOf = (of: string, value: string): string =>
  `<property name="${escapeXml(printable(of, "percent"))}" value="${escapeXml(printable(value))}"/>\n`;

function testCase({ name, outcome }: TestCase): string {
  const start = `<testcase classname="detect_off_topic" name="${escapeXml(printable(name, "percent"))}" time="0"`;
  if (outcome === undefined) return `${start}/>\n`;
  const { tag, type, message, text } = outcome;
  const typed = type === undefined ? "" : ` type="${type}"`;
  const said = ` message="${escapeXml(printable(message).replace(/[\n\t]/gu, " "))}"`;
  const body = text === undefined ? "/>" : `>${escapeXml(text)}</${tag}>`;
  return `${start}><${tag}${typed}${said}${body}</testcase>\n`;
}
