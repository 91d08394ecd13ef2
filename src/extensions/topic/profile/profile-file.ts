import * as codec from "../../../base/codec.js";
import { UsageError } from "../../../base/errors.js";
import { isObject, members, parseForm } from "../../../base/json.js";
import { createHash } from "../../../base/platform/machine.js";
import type { Json, JsonObject } from "../../../base/types.js";
import type {
  TopicElement,
  TopicElements,
  TopicPart,
  TopicProfile,
} from "../../../score/settings/topic-types.js";
import { classes, topicMeasures } from "./document.js";

const { all, count, finite, flag, mapOf, record, share, text } = codec;

const FORM = "detect_off_topic topic profile";
/** A person could not read more, and the numbers of collocations could not represent more. */
const MOST_ELEMENTS = 10_000;
const MOST_WORDS: Readonly<Record<(typeof classes)[number], number>> = {
  terms: 1,
  collocations2: 2,
  collocations3: 3,
};

/** Returns a fingerprint of a profile that differs if any part of the profile differs: 16 hexadecimal digits. */
export function digestOf(profile: TopicProfile): string {
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
export function parseProfile(text: string, file: string): TopicProfile {
  return new ProfileReader(file).read(text);
}

class ProfileReader {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  read(content: string): TopicProfile {
    const wrong = (what: string): UsageError => this.#wrong(what);
    const whole = parseForm(content, { form: FORM, name: "a topic profile", wrong });
    const { madeFrom, preprocessing, agree, parts, tooFew = [], directories } = whole;
    if (!isPreprocessing(preprocessing)) throw this.#wrong('lacks a valid "preprocessing"');
    if (!count.is(agree) || agree < 1 || agree > topicMeasures.length) {
      throw this.#wrong(`needs "agree" from 1 to ${topicMeasures.length}`);
    }
    if (!Array.isArray(parts) || parts.length === 0) throw this.#wrong("has no parts");
    if (!all(text).is(tooFew)) throw this.#wrong('has a "tooFew" that is not a list of languages');
    const read = parts.map((part: unknown, at) => this.#part(part, at + 1));
    const languages = new Set(read.map(({ language }) => language));
    if (languages.size < read.length) throw this.#wrong("has two parts of one language");
    return {
      form: FORM,
      madeFrom: text.read(madeFrom) ?? "unknown",
      preprocessing,
      agree,
      parts: read,
      tooFew,
      ...(directories !== undefined && { directories: this.#directories(directories) }),
    };
  }

  #part(part: unknown, number: number): TopicPart {
    const where = `part ${number}`;
    const given = members(part);
    const { language, documents, seeds, thresholds, recognised, variable } = given;
    if (!text.is(language)) throw this.#wrong(`has no language in ${where}`);
    return {
      language,
      documents: finite.read(documents) ?? 0,
      seeds: finite.read(seeds) ?? 0,
      thresholds: this.#thresholds(thresholds, where),
      recognised: mapOf(finite).read(recognised) ?? {},
      ...this.#elements(given, where),
      ...(variable !== undefined && {
        variable: this.#elements(members(variable), `the variable part of ${where}`),
      }),
    };
  }

  #thresholds(value: unknown, where: string): TopicPart["thresholds"] {
    if (!isObject(value)) throw this.#wrong(`has no thresholds in ${where}`);
    const unknown = Object.keys(value).find((name) => !topicMeasures.some((one) => one === name));
    if (unknown !== undefined) {
      throw this.#wrong(
        `has a threshold of "${unknown.slice(0, 40)}", which is not a measure, in ${where}`,
      );
    }
    return Object.fromEntries(
      topicMeasures.flatMap((measure) => {
        const threshold = value[measure];
        if (threshold === undefined) return [];
        if (!share.is(threshold)) {
          throw this.#wrong(`needs a threshold of ${measure} from 0 to 1 in ${where}`);
        }
        return [[measure, threshold]];
      }),
    );
  }

  #elements(part: Record<string, unknown>, where: string): TopicElements {
    const [terms, collocations2, collocations3] = classes.map((kind) => {
      const list = part[kind];
      if (!Array.isArray(list) || list.length > MOST_ELEMENTS) {
        throw this.#wrong(`needs a list of at most ${MOST_ELEMENTS} ${kind} in ${where}`);
      }
      const seen = new Set<string>();
      return list.map((pair: unknown, at): TopicElement => {
        const [element, frequency] = Array.isArray(pair) ? (pair as unknown[]) : [];
        const isElement =
          text.is(element) &&
          element.split(" ").length === MOST_WORDS[kind] &&
          element.split(" ").every((word) => word !== "");
        if (!isElement || typeof frequency !== "number" || !(frequency >= 1 && frequency < 1e15)) {
          throw this.#wrong(
            `needs [element of ${MOST_WORDS[kind]} words, frequency from 1 on] as ${kind} ${at + 1} of ${where}`,
          );
        }
        if (seen.has(element)) {
          throw this.#wrong(`has "${element.slice(0, 80)}" twice among the ${kind} of ${where}`);
        }
        seen.add(element);
        return [element, frequency];
      });
    });
    return { terms: terms!, collocations2: collocations2!, collocations3: collocations3! };
  }

  #directories(value: unknown): NonNullable<TopicProfile["directories"]> {
    if (!Array.isArray(value)) throw this.#wrong('has "directories" that are not a list');
    return value.map((pair: unknown) => {
      const [directory, only] = Array.isArray(pair) ? (pair as unknown[]) : [];
      if (!text.is(directory) || !(only === null || text.is(only))) {
        throw this.#wrong('has "directories" that are not [directory, URI-R or null]');
      }
      return [directory, only] as const;
    });
  }

  #wrong(what: string): UsageError {
    return new UsageError(
      `${this.#file} ${what}. Give a file that "detect_off_topic topic build" wrote (docs/topic.md).`,
    );
  }
}

const words = record({ digest: text, words: all(text) });

/** True for settings that are words, numbers or Booleans, and for a list of stop words with its digest. */
const isPreprocessing = (value: unknown): value is JsonObject =>
  isObject(value) &&
  Object.values(value).every((each) =>
    isObject(each) ? words.is(each) : text.is(each) || flag.is(each) || finite.is(each),
  );
