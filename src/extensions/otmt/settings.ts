import { option } from "../../base/option.js";
import { settingsUnder } from "../../base/setting.js";
import { wholeNumber } from "../../base/value-kinds.js";

export const otmtSettings = settingsUnder(
  { heading: "Measures and verdicts", decides: "scores" },
  {
    numberOfTopics: option(
      "--number-of-topics <n>",
      "topics of gensim_lsi, and of gensim_lda, which has 2 where none are chosen",
      {
        rare: true,
        ...wholeNumber("number of topics"),
        initial: 10,
        sets: ["numberOfTopics"],
        setsToo: ["ldaTopics", 2],
      },
    ),
  },
);
