import { option } from "../../base/option.js";
import { settingsUnder } from "../../base/setting.js";
import { freeText, made, wholeNumber } from "../../base/value-kinds.js";
import type { TopicProfile } from "./profile/types.js";

export const topicSettings = settingsUnder(
  { heading: "Topic of the collection", decides: "verdicts" },
  {
    collectionMeasures: option(
      "--collection-measures <list>",
      "measures against the collection's topic, e.g. vsm=0.2,terms, or all; without -tm only these",
      { ...freeText, alias: "-cm" },
    ),
    topic: option("--topic <file>", "that topic, as topic build or fit wrote it", {
      ...made<TopicProfile>("buildTopic", "parts"),
      reads: true,
      otherwise: "made of the collection",
    }),
    topicAgree: option("--topic-agree <n>", "so many of -cm must recognise a memento", {
      ...wholeNumber("number of measures"),
      rare: true,
      otherwise: "the topic's",
    }),
  },
);
