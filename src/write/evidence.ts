import { INPUT_FORMS } from "../score/settings/model.js";
import { NOTHING_TO_COMPARE } from "../score/verdict/decide.js";
import type { Via } from "../base/types.js";
import type { Sign } from "../page/types.js";
import type {
  Change,
  Contribution,
  Evidence,
  TopicEvidence,
  CombinationEvidence,
  PageKind,
  ScoreEvidence,
} from "../score/types.js";
import { type Codec, finite, listOf, object, oneOf, orElse, text } from "../base/codec.js";

/** Returns a score for a sentence, with at most three decimals. */
const shortScore = (score: number): string => String(Math.round(score * 1000) / 1000);

/** Returns the topic's vote in words: `en: recognised by 1 of 5 (vsm), 1 needed`. */
export function topicVoteText({ language, scores, recognisedBy, needed }: TopicEvidence): string {
  const names = recognisedBy.length === 0 ? "" : ` (${recognisedBy.join(", ")})`;
  return `${language}: recognised by ${recognisedBy.length} of ${scores.length}${names}, ${needed} needed`;
}

/**
 * Columns of the evidence, present in runs with `--explain`: about the score of a measure, then about the memento, which
 * are the same in each row of the memento. docs/explain.md describes them.
 */
export const EVIDENCE_COLUMNS: readonly (readonly [
  name: string,
  value: (evidence: Evidence, measure: string) => string | number | undefined,
])[] = [
  ["Threshold", (evidence, measure) => scoreOf(evidence, measure)?.threshold],
  ["Threshold Distance", (evidence, measure) => scoreOf(evidence, measure)?.distance],
  ["Normalised Distance", (evidence, measure) => scoreOf(evidence, measure)?.normalised],
  ["Language Change", ({ language }) => language && changeText(language)],
  ["Byte Change", ({ bytes }) => bytes && changeText(bytes)],
  ["Word Change", ({ words }) => words && changeText(words)],
  ["HTTP Status Change", ({ httpStatus }) => httpStatus && changeText(httpStatus)],
  ["Page Kind", ({ pageKind }) => pageKind?.title],
  ["Page Kind Marks", ({ pageKind }) => pageKind?.marks.join("; ")],
  ["Terms Lost", ({ termsLost }) => termsLost?.join(" ")],
  ["Terms Gained", ({ termsGained }) => termsGained?.join(" ")],
  ["Combination", ({ combination }) => combination?.inputs.map(contributionText).join("; ")],
  ["Topic Vote", ({ topic }) => topic && topicVoteText(topic)],
  ["Doubt", ({ doubt }) => doubt],
];

const scoreOf = ({ scores, topic }: Evidence, measure: string): ScoreEvidence | undefined =>
  [...scores, ...(topic?.scores ?? [])].find((one) => one.measure === measure);

const changeText = ({ first = "?", memento = "?" }: Change<string | number>): string =>
  `${first} -> ${memento}`;

const contributionText = ({ of: name, as, contribution, missing }: Contribution): string =>
  `${name} ${as} ${contribution}${missing === true ? " (missing)" : ""}`;
/** Maximum number of inputs of the learned combination in one line, and maximum number of words lost or gained. */
const mostInputs = 3;
const mostWords = 6;

/** Returns the evidence for and against a memento in one line. Returns an empty text if nothing is unusual. */
export function evidenceSentence(evidence: Evidence): string {
  const { pageKind, language, httpStatus, words, redirect, headers, reachedFrom } = evidence;
  const { termsLost = [], termsGained = [], topic, combination, doubt, reason } = evidence;
  const isFull = combination !== undefined || termsLost.length + termsGained.length > 0;
  const said = [
    doubt !== undefined && `unsure: ${doubt}`,
    reason,
    pageKind !== undefined && `${pageKind.title} (${pageKind.marks.join("; ")})`,
    ...evidence.scores
      .filter(({ normalised }) => normalised < 0)
      .map(({ measure, distance }) => `${measure} ${shortScore(distance)} from its threshold`),
    topic !== undefined && topic.recognisedBy.length < topic.needed && beyondTopic(topic),
    language?.first !== undefined &&
      language.memento !== undefined &&
      language.first !== language.memento &&
      `language ${language.first} -> ${language.memento}`,
    httpStatus?.first !== httpStatus?.memento &&
      `HTTP ${httpStatus?.first ?? "?"} -> ${httpStatus?.memento ?? "?"}`,
    redirect !== undefined && `redirected to ${redirect.uriR}`,
    headers !== undefined && `headers: ${headers.join(", ")}`,
    reachedFrom !== undefined && `reached by a redirect from ${reachedFrom}`,
    isFull && words !== undefined && `${words.first ?? "?"} -> ${words.memento ?? "?"} words`,
    termsLost.length > 0 && `lost: ${termsLost.slice(0, mostWords).join(" ")}`,
    termsGained.length > 0 && `gained: ${termsGained.slice(0, mostWords).join(" ")}`,
    combination?.isAlone === true && doubt === undefined && NOTHING_TO_COMPARE,
    combination?.isByStatus === true &&
      "its HTTP error decides, as other captures of the seed answered with a page",
    combination !== undefined &&
      combination.isAlone !== true &&
      `most weight: ${combination.inputs
        .slice(0, mostInputs)
        .map(({ of: name, contribution }) => `${name} ${shortScore(contribution)}`)
        .join(", ")}`,
  ];
  return said.filter((part) => part !== false && part !== undefined).join("; ");
}

/** Returns an off-topic vote of the topic, with each score that missed its threshold, and the threshold. */
function beyondTopic(topic: TopicEvidence): string {
  const scores = topic.scores.map(
    ({ measure, score, threshold }) =>
      `${measure} ${shortScore(score)} of ${shortScore(threshold)}`,
  );
  return `topic ${topicVoteText(topic)}: ${scores.join(", ")}`;
}

export const bound = oneOf("at most", "at least");
export const texts = listOf(text);

const changeOf = <T extends string | number>(of: Codec<T>): Codec<Change<T>> =>
  object<Change<string | number>>({
    first: ["first", of, "optional"],
    memento: ["memento", of, "optional"],
  }) as Codec<Change<T>>;

const scores = orElse(
  listOf(
    object<ScoreEvidence>({
      measure: ["measure", text],
      score: ["score", finite],
      bound: ["score is", bound, "optional"],
      threshold: ["threshold", finite],
      distance: ["distance", finite],
      normalised: ["normalised distance", finite],
    }),
  ),
  [],
);

/** The capture whose body a memento has. The position of the bytes is written next to it. */
export const standIn = object<Omit<Via, "kind" | "source">>({
  status: ["HTTP status", finite, "optional"],
  uriR: ["URI-R", text],
  mementoDatetime: ["memento-datetime", text],
  uriM: ["URI-M", text, "optional"],
});

const signMembers = {
  strength: ["strength", finite],
  marks: ["marks", orElse(texts, [])],
} as const;

export const signs = listOf(
  object<Sign>({ kind: ["kind", text], ...signMembers, title: ["title", text, "optional"] }),
);

const pageKindForm = object<PageKind>({
  kind: ["kind", text],
  title: ["title", text],
  ...signMembers,
});

const inputForm = oneOf(...INPUT_FORMS);

/** The evidence for a verdict. docs/explain.md describes its members. */
export const evidence = object<Evidence>({
  doubt: ["doubt", text, "optional"],
  reason: ["reason", text, "optional"],
  scores: ["scores", scores],
  language: ["language", changeOf(text), "optional"],
  bytes: ["bytes", changeOf(finite), "optional"],
  words: ["words", changeOf(finite), "optional"],
  httpStatus: ["HTTP status", changeOf(finite), "optional"],
  redirect: ["redirect", standIn, "optional"],
  pageKind: ["page kind", pageKindForm, "optional"],
  headers: ["headers", texts, "optional"],
  reachedFrom: ["reached from", text, "optional"],
  termsLost: ["terms lost", texts, "optional"],
  termsGained: ["terms gained", texts, "optional"],
  topic: [
    "topic",
    object<TopicEvidence>({
      language: ["language", text],
      recognisedBy: ["recognised by", orElse(texts, [])],
      needed: ["needed", finite],
      scores: ["scores", scores],
    }),
    "optional",
  ],
  combination: [
    "combination",
    object<CombinationEvidence>({
      probability: ["probability", finite],
      threshold: ["threshold", finite],
      isAlone: ["nothing to compare with", oneOf(true), "optional"],
      isByStatus: ["decided by HTTP status", oneOf(true), "optional"],
      bias: ["bias", finite],
      inputs: [
        "inputs",
        orElse(
          listOf(
            object<Contribution>({
              of: ["of", text],
              as: ["as", inputForm],
              value: ["value", finite],
              missing: ["missing", oneOf(true), "optional"],
              contribution: ["contribution", finite],
            }),
          ),
          [],
        ),
      ],
    }),
    "optional",
  ],
});
