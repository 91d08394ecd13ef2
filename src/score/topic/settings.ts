import { settingsUnder } from "../../base/setting.js";
import { freeText, given, wholeNumber } from "../../base/value-kinds.js";

/** Settings for the comparison with the topic of the collection. */
export const topicSettings = settingsUnder(
  { heading: "Topic of the collection", decides: "verdicts" },
  {
    collectionMeasures: {
      ...freeText,
      flags: "--collection-measures <list>",
      alias: "-cm",
      help: "measures against the collection's topic, e.g. vsm=0.2,terms, or all; without -tm only these",
    },
    topic: {
      ...given<object>("object"),
      flags: "--topic <file>",
      reads: true,
      otherwise: "made of the collection",
      help: "that topic, as topic build or fit wrote it",
    },
    topicAgree: {
      ...wholeNumber("number of measures"),
      flags: "--topic-agree <n>",
      rare: true,
      otherwise: "the topic's",
      help: "so many of -cm must recognise a memento",
    },
  },
);
