import { jsonLine } from "../../base/json.js";
import { hash53 } from "../../base/math/sketch.js";
import { counted } from "../../base/text.js";
import type { JsonObject } from "../../base/types.js";
import { surt } from "../../base/uri.js";
import type { TopicWords } from "../../page/features/words.js";
import type { FeatureRecord, Sign } from "../../page/types.js";
import type { SurveyRound } from "../../score/evidence/collection-evidence.js";
import { namesOf } from "../../score/verdict/survey.js";
import type { Values as RecordValues } from "../../score/scoring/values.js";
import type { CollectionSettings } from "../../score/settings/topic-types.js";
import type { TopicProfile } from "./profile/types.js";
import type { Preprocessing, Settings } from "../../score/settings/types.js";
import { type Background, backgroundOf } from "./profile/background.js";
import { buildProfile, tuneProfile } from "./profile/build-profile.js";
import { Directories, type TopicDocument } from "./profile/document.js";
import { TopicJudge } from "./profile/judge.js";
import { preprocessingOf, wordsInLanguage } from "./profile/own-words.js";
import type { TopicSource } from "./topic-source.js";

/** Returns a value as JSON text on one line of ASCII, which sorts alike by bytes and by code units. */
const asciiJson = (value: unknown): string =>
  jsonLine(value).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/* The rounds over a collection in which its topic is made. The lines of all are made of documents. */

type TopicRound = SurveyRound<TopicProfile>;

/** Thousands of documents give no better topic than hundreds. */
const MOST_DOCUMENTS = 600;

const NO_TOPIC =
  "collection measures (-cm) need the topic of the whole collection, of which this process sees a part. Make it " +
  "first (map | fit > topic.json, or topic build) and give it as --topic topic.json.";
const NO_DIRECTORIES =
  "directory needs the directories of the whole collection, which this profile lacks. Have fit add them " +
  "(map | fit --topic FILE > topic.json), or leave directory out of -cm.";

/** True if the measures of a run need the directories of the collection, and the profile has none. */
export const lacksDirectories = (
  { collection }: Settings,
  { directories }: Pick<TopicProfile, "directories">,
): boolean =>
  directories === undefined &&
  (collection?.measures ?? []).some(({ keyword }) => keyword === "directory");

const chosenMeasures = ({ collection }: Settings): CollectionSettings =>
  collection ?? { measures: [] };

/** The language is missing, because each part of the topic has its own. */
function topicPreprocessing({ preprocessing }: Settings): JsonObject & Preprocessing {
  const each = Object.entries({ ...preprocessing, language: "auto" });
  return Object.fromEntries(each.sort(([a], [b]) => (a < b ? -1 : 1))) as JsonObject &
    Preprocessing;
}

/**
 * Makes the elements and thresholds of a topic of its core, or tunes the thresholds of the given profile again. Each
 * TimeMap gives a line, in the order of the grouping keys.
 */
export function coreRound(source: TopicSource, settings: Settings): TopicRound {
  const { core, rules, profile, onCore } = source;
  const preprocessing =
    profile === undefined ? topicPreprocessing(settings) : preprocessingOf(profile);
  return {
    *ofTimeMap(values, at) {
      yield `${values.group.key}\t${asciiJson(coreOf(values, at, core, preprocessing))}`;
    },
    async data(sorted) {
      let seeds: TopicDocument[][] = [];
      let timeMaps = 0;
      for await (const line of sorted) {
        timeMaps += 1;
        const documents = jsonOf(line) as TopicDocument[];
        if (documents.length > 0) seeds.push(documents);
        if (seeds.length > 2 * MOST_DOCUMENTS) seeds = sampleOfSeeds(seeds);
      }
      const documents = sampleOfSeeds(seeds).flat();
      if (profile !== undefined) return tuneProfile(profile, documents, rules);
      const of =
        core.uriMs === undefined
          ? `up to ${counted(core.perTimeMap, "memento")} each of ${counted(timeMaps, "TimeMap")}`
          : `${counted(core.uriMs.size, "memento")} that ${core.uriMs.size === 1 ? "was" : "were"} named`;
      const madeFrom = `${of}: ${counted(documents.length, "document")}`;
      const about = { madeFrom, preprocessing: preprocessing as JsonObject & Preprocessing };
      const background = (language: string): Background | undefined =>
        backgroundOf(language, preprocessing);
      return buildProfile(documents, rules, { ...about, background }, onCore);
    },
    inPart: NO_TOPIC,
  };
}

/**
 * Returns as many seeds as fit with their documents, chosen by a hash of the host. The choice does not depend on the order
 * of the seeds or on the machine.
 */
function sampleOfSeeds(seeds: readonly TopicDocument[][]): TopicDocument[][] {
  let count = 0;
  return seeds
    .map((documents) => ({ order: hash53(documents[0]!.host), documents }))
    .sort((a, b) => a.order - b.order)
    .map(({ documents }) => documents)
    .filter(({ length }) => (count += length) <= MOST_DOCUMENTS);
}

/** Adds the directories of mementos that the topic recognises. */
export function directoriesRound(profile: TopicProfile, settings: Settings): TopicRound {
  const judge = new TopicJudge(profile, chosenMeasures(settings));
  return {
    ofTimeMap(values, at) {
      const lines = new Set<string>();
      for (const { document, record } of documentsOf(values, at)) {
        const key = surt(record.capture.uriR);
        const { topicStatus } = judge.judge(document, document.language, key);
        lines.add(asciiJson([key, topicStatus === "on-topic"]));
      }
      return lines;
    },
    async data(sorted) {
      const directories = new Directories();
      for await (const line of sorted) directories.add(...(jsonOf(line) as [string, boolean]));
      return { ...profile, directories: directories.list() };
    },
    inPart: NO_DIRECTORIES,
  };
}

/** Returns the value of a line, whose other fields are for the order. */
const jsonOf = (line: string): unknown => JSON.parse(line.slice(line.lastIndexOf("\t") + 1));

/** A memento with its document for the topic, and with the data that decides whether it belongs to the core. */
interface TopicMemento {
  readonly document: TopicDocument;
  readonly record: FeatureRecord;
  readonly uriM: string;
  readonly signs: readonly Sign[];
}

/** Yields every memento of a TimeMap that has words, oldest first. */
function* documentsOf(
  values: RecordValues,
  [words = 0, languages, signs]: readonly number[],
): Generator<TopicMemento> {
  const { group } = values;
  const { uriMs } = namesOf(group);
  let at = 0;
  for (const record of group.records()) {
    const uriM = uriMs[at++] ?? "";
    if (record.problem !== undefined) continue;
    const found = values.feature(words, record);
    if ("problem" in found) continue;
    const language = values.language(languages, record);
    yield {
      document: {
        ...(found.value as TopicWords),
        language,
        host: hostOfKey(surt(record.capture.uriR)),
        name: nameOfDocument(record.capture.uriR),
      },
      record,
      uriM,
      signs: values.signsFound(record, signs),
    };
  }
}

function coreOf(
  values: RecordValues,
  places: readonly number[],
  core: TopicSource["core"],
  preprocessing: Preprocessing,
): TopicDocument[] {
  const isCore = ({ record, uriM, signs }: TopicMemento): boolean => {
    if (core.uriMs !== undefined) return core.uriMs.has(uriM);
    const { status = 200 } = record.capture;
    const strength = signs[0]?.strength ?? 0;
    return status < 300 && (core.signStrength === undefined || strength < core.signStrength);
  };
  let count = 0;
  for (const placed of documentsOf(values, places)) if (isCore(placed)) count += 1;
  const wanted = spreadPlaces(count, core.perTimeMap);
  const documents: TopicDocument[] = [];
  let at = 0;
  for (const placed of documentsOf(values, places)) {
    if (!isCore(placed) || !wanted.has(at++)) continue;
    const { document } = placed;
    const { language } = document;
    const words = wordsInLanguage(language, document, language, preprocessing);
    documents.push({ ...document, ...words });
  }
  return documents;
}

/** Several pages of one host count as one source, because they share navigation and notices. */
const hostOfKey = (key: string): string => key.slice(0, key.indexOf(")") + 1) || key;

/** Returns the URI-R, or the file name for a page from a file. */
const nameOfDocument = (uriR: string): string =>
  uriR.replace(/^http:\/\/\d+\.page-files\.invalid\/(.*)$/u, (_, path: string) =>
    decodeURIComponent(path),
  );

/**
 * Returns `wanted` evenly spaced positions below `count`, including 0. Returns all positions if `count` is not larger.
 */
function spreadPlaces(count: number, wanted: number): ReadonlySet<number> {
  if (count <= wanted) return new Set(Array.from({ length: count }, (_, at) => at));
  if (wanted === 1) return new Set([0]);
  return new Set(
    Array.from({ length: wanted }, (_, at) => Math.round((at * (count - 1)) / (wanted - 1))),
  );
}
