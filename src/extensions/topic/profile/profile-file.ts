import * as codec from "../../../base/codec.js";
import { UsageError } from "../../../base/errors.js";
import { isObject, members, parseForm } from "../../../base/json.js";
import { createHash } from "../../../base/platform/machine.js";
import type { Json, JsonObject } from "../../../base/types.js";
import type { TopicElement, TopicElements, TopicPart, TopicProfile } from "./types.js";
import { elementClasses, topicMeasures } from "./document.js";

const { all, count, finite, flag, mapOf, record, share, text } = codec;

const PROFILE_FORM = "detect_off_topic topic profile";
/** A person could not read more, and the numbers of collocations could not represent more. */
const MOST_ELEMENTS = 10_000;
/** Returns a fingerprint of a profile that differs if any part of the profile differs: 16 hexadecimal digits. */
export function digestOfProfile(profile: TopicProfile): string {
  return createHash("sha256").update(JSON.stringify(profile)).digest("hex").slice(0, 16);
}

/**
 * Returns the profile as the text of its file. It has one pair per line in order of rank, so that a person can delete
 * some pairs.
 *
 * @example
 * ```js
 * const topic = await buildTopic({ input: "warc=collection.warc.gz" });
 * console.log(formatProfile(topic).split("\n").length > 100);
 * // true
 * ```
 */
export function formatProfile(profile: TopicProfile): string {
  return `${formatted(profile, "")}\n`;
}

function formatted(value: Json, indent: string): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}  `;
  if (isList(value)) {
    if (value.every((each) => typeof each !== "object" || each === null)) {
      return `[${value.map((each) => JSON.stringify(each)).join(", ")}]`;
    }
    return `[\n${value.map((each) => inner + formatted(each, inner)).join(",\n")}\n${indent}]`;
  }
  const members = Object.entries(value).map(
    ([name, each]) => `${inner}${JSON.stringify(name)}: ${formatted(each, inner)}`,
  );
  return `{\n${members.join(",\n")}\n${indent}}`;
}

/** `Array.isArray` does not narrow read-only arrays. */
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/**
 * Reads a profile from the text of its file. Throws a `UsageError` of one line for any other text.
 *
 * @example
 * ```js
 * import { readFileSync } from "node:fs";
 *
 * const topic = parseProfile(readFileSync("topic.json", "utf8"), "topic.json");
 * const options = { input: "warc=crawl.warc", collectionMeasures: "terms", topic };
 * for await (const result of detect(options))
 *   if (result.kind === "memento") console.log(result.collection?.topicStatus);
 * // on-topic
 * // off-topic
 * ```
 */
export function parseProfile(content: string, file: string): TopicProfile {
  const wrong = (what: string): UsageError =>
    new UsageError(
      `${file} ${what}. Give a file that "detect_off_topic topic build" wrote (docs/topic.md).`,
    );
  const whole = parseForm(content, { form: PROFILE_FORM, name: "a topic profile", wrong });
  const { madeFrom, preprocessing, agree, parts, tooFew = [], directories } = whole;
  if (!isPreprocessing(preprocessing)) throw wrong('lacks a valid "preprocessing"');
  if (!count.is(agree) || agree < 1 || agree > topicMeasures.length) {
    throw wrong(`needs "agree" from 1 to ${topicMeasures.length}`);
  }
  if (!Array.isArray(parts) || parts.length === 0) throw wrong("has no parts");
  if (!all(text).is(tooFew)) throw wrong('has a "tooFew" that is not a list of languages');
  const read = parts.map((part: unknown, at) => topicPart(part, `part ${at + 1}`, wrong));
  const languages = new Set(read.map(({ language }) => language));
  if (languages.size < read.length) throw wrong("has two parts of one language");
  const made = {
    form: PROFILE_FORM,
    madeFrom: text.read(madeFrom) ?? "unknown",
    preprocessing,
  } as const;
  const profile = { ...made, agree, parts: read, tooFew };
  if (directories === undefined) return profile;
  if (Array.isArray(directories) && directories.every(isDirectory)) {
    return { ...profile, directories };
  }
  throw wrong('has "directories" that are not [directory, URI-R or null]');
}

type Wrong = (what: string) => UsageError;

function topicPart(part: unknown, where: string, wrong: Wrong): TopicPart {
  const { language, documents, seeds, thresholds, recognised, ...own } = members(part);
  if (!text.is(language)) throw wrong(`has no language in ${where}`);
  if (!mapOf(share).is(thresholds)) throw wrong(`needs thresholds from 0 to 1 in ${where}`);
  return {
    language,
    documents: finite.read(documents) ?? 0,
    seeds: finite.read(seeds) ?? 0,
    thresholds: Object.fromEntries(
      topicMeasures.flatMap((name) => (name in thresholds ? [[name, thresholds[name]]] : [])),
    ),
    recognised: mapOf(finite).read(recognised) ?? {},
    ...elementsIn(own, where, wrong),
  };
}

function elementsIn(part: Record<string, unknown>, where: string, wrong: Wrong): TopicElements {
  const [terms, collocations2, collocations3] = elementClasses.map((kind, at): TopicElement[] => {
    const list = part[kind];
    if (!Array.isArray(list) || list.length > MOST_ELEMENTS) {
      throw wrong(`needs a list of at most ${MOST_ELEMENTS} ${kind} in ${where}`);
    }
    const size = at + 1;
    const bad = list.findIndex((pair) => !isElement(pair, size));
    if (bad < 0) return list as TopicElement[];
    throw wrong(
      `needs [element of ${size} words, frequency from 1 on] as ${kind} ${bad + 1} of ${where}`,
    );
  });
  return { terms: terms!, collocations2: collocations2!, collocations3: collocations3! };
}

function isElement(pair: unknown, size: number): pair is TopicElement {
  if (!Array.isArray(pair)) return false;
  const [element, frequency] = pair as unknown[];
  const words = text.is(element) ? element.split(" ") : [];
  return words.length === size && !words.includes("") && finite.is(frequency) && frequency >= 1;
}

function isDirectory(pair: unknown): pair is readonly [directory: string, only: string | null] {
  const [directory, only] = Array.isArray(pair) ? (pair as unknown[]) : [];
  return text.is(directory) && (only === null || text.is(only));
}

const wordsOfLanguage = record({ digest: text, words: all(text) });

/** True for settings that are words, numbers or Booleans, and for a list of stop words with its digest. */
const isPreprocessing = (value: unknown): value is JsonObject =>
  isObject(value) &&
  Object.values(value).every((each) =>
    isObject(each) ? wordsOfLanguage.is(each) : text.is(each) || flag.is(each) || finite.is(each),
  );
