import type { FeatureRequest } from "../../page/types.js";
import type { CollectionEvidence } from "../../score/evidence/collection-evidence.js";
import type { TopicProfile } from "../../score/settings/topic-types.js";
import { collectionMeasures } from "./collection-measures.js";
import { collectionSettings } from "./collection-settings.js";
import { parseProfile } from "./profile/profile-file.js";
import { coreRound, directoriesRound, lacksDirectories } from "./survey.js";
import { topicSource } from "./topic-source.js";
import { topicVote, TopicVotes } from "./topic-votes.js";

/** The topic of a collection. */
export const topic: CollectionEvidence<TopicProfile> = {
  keyword: "topic",
  summary: "Compares mementos with the topic of their collection.",
  measures: collectionMeasures,
  choose: (choices, preprocessing) => ({ collection: collectionSettings(choices, preprocessing) }),
  isAsked: ({ collection }) => collection !== undefined,
  voter: () => "the topic",
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
    const votes = new TopicVotes(profile, collection, { words, language, signs }, settings);
    return {
      of: (record, values) => ({ collection: votes.of(record, values) }),
      votes: topicVote,
    };
  },
};
