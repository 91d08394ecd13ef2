import { surt } from "../../base/uri.js";
import type { TopicWords } from "../../page/features/words.js";
import type { FeatureRequest } from "../../page/types.js";
import type { CollectionEvidence } from "../../score/evidence/collection-evidence.js";
import { wordFlags } from "../../score/scoring/likeness.js";
import type { TopicProfile } from "./profile/types.js";
import { collectionMeasures } from "./collection-measures.js";
import { collectionSettings } from "./collection-settings.js";
import { TopicJudge, type TopicVerdict } from "./profile/judge.js";
import { digestOfProfile, parseProfile } from "./profile/profile-file.js";
import { coreRound, directoriesRound, lacksDirectories } from "./survey.js";
import { topicSource } from "./topic-source.js";
import { isSignEnough, topicVote } from "./topic-votes.js";

/** The topic of a collection. */
export const topic: CollectionEvidence<TopicProfile> = {
  keyword: "topic",
  summary: "Compares mementos with the topic of their collection.",
  measures: collectionMeasures,
  choose: (choices, preprocessing) => ({ collection: collectionSettings(choices, preprocessing) }),
  isAsked: ({ collection }) => collection !== undefined,
  // Words are stemmed later, in the language of the topic. The features of the page's language are those of documents.
  requests: ({ preprocessing: { boilerplate } }): readonly FeatureRequest[] => [
    { feature: "topic-words", options: { boilerplate, language: "auto" } },
    { feature: "language-sample", options: {} },
    { feature: "signs", options: {} },
  ],
  survey(profile, settings) {
    if (profile === undefined) {
      return coreRound(topicSource({ topicAgree: settings.collection?.agree }), settings);
    }
    return lacksDirectories(settings, profile) ? directoriesRound(profile, settings) : undefined;
  },
  read: parseProfile,
  judge(profile, { settings, at: [words = 0, language = 0, signs = 0] }) {
    const { collection } = settings;
    if (collection === undefined) throw new Error("the settings ask for no topic");
    const judge = new TopicJudge(profile, collection);
    const digest = digestOfProfile(profile);
    const flags = wordFlags(settings);
    return {
      of(record, values) {
        const found = values.feature(words, record);
        const { outcomes, ...verdict }: TopicVerdict =
          "problem" in found
            ? { outcomes: collection.measures.map(() => found) }
            : judge.judge(
                found.value as TopicWords,
                values.language(language, record),
                surt(record.capture.uriR),
              );
        const measures = collection.measures.map(({ keyword }, at) => ({
          ...{ name: keyword, flags, outcome: outcomes[at]! },
        }));
        const strength = values.signsFound(record, signs)[0]?.strength ?? 0;
        const isSigned = isSignEnough(strength, measures);
        return { collection: { measures, ...verdict, isSigned, profile: digest } };
      },
      votes: topicVote,
    };
  },
};
