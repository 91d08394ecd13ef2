import { describe, expect, it } from "vitest";
import {
  buildProfile,
  PROFILE_RULES,
} from "../../../src/extensions/topic/profile/build-profile.js";
import { allVoting, TopicJudge } from "../../../src/extensions/topic/profile/judge.js";
import { wordsInLanguage } from "../../../src/extensions/topic/profile/own-words.js";
import { document } from "./documents.js";

const preprocessing = {
  ...{ boilerplate: "all-paragraphs", language: "auto", stem: true, stopWords: true },
} as const;

/** Words of a text in the form of a topic in a language. */
const stems = (text: string, language: string, own = language, how = preprocessing): unknown =>
  wordsInLanguage(language, document(text), own, how).words;

describe("words of a page in the form of a topic", () => {
  it("stems topic words and replaces stop words and punctuation by an empty word", () => {
    expect(
      wordsInLanguage("en", document("Keepers of the lamps | 1823"), "en", preprocessing),
    ).toEqual({
      words: ["keeper", "", "lamp", "", "1823"],
      widths: [7, 6, 5, 1, 4],
    });
  });

  it('separates topic words at stop words whose stem differs from the word, such as "this"', () => {
    expect(stems("this was his museum", "en")).toEqual(["", "museum"]);
  });

  it("stems topic words in the topic's language, whatever the language of the page", () => {
    expect(stems("nationales nations", "fr")).toEqual(["national", "nation"]);
    expect(stems("nationales nations", "en")).toEqual(["national", "nation"]);
    expect(stems("Leuchttürme Türmen", "de")).toEqual(["leuchtturm", "turm"]);
    expect(stems("Leuchttürme Türmen", "de", "en")).toEqual(["leuchtturm", "turm"]);
    expect(stems("Leuchttürme Türmen", "de", "und")).toEqual(["leuchtturm", "turm"]);
  });
});

describe("a topic of two languages", () => {
  const pages = (texts: readonly string[], language: string): ReturnType<typeof document>[] =>
    texts.map((text, at) => {
      const given = document(text, `${language}${at}`, language);
      return { ...given, ...wordsInLanguage(language, given, language, preprocessing) };
    });
  const profile = buildProfile(
    [
      ...pages(Array<string>(3).fill("keepers cleaned lamps bells towers beacons"), "en"),
      ...pages(Array<string>(3).fill("Wärter putzten Lampen Linsen Leuchttürme Häfen"), "de"),
    ].map((each, at) => ({
      ...each,
      words: [...each.words, `own${at}`],
      widths: [...each.widths, 4],
    })),
    PROFILE_RULES,
    { madeFrom: "a test", preprocessing },
  );
  const judge = new TopicJudge(profile, { measures: allVoting });

  it("recognises inflected words of the topic on a page in an unknown language", () => {
    for (const [text, language] of [
      ["Wärtern putzten Lampe Linse Leuchtturm Hafen", "de"],
      ["keeper cleaning lamp bell tower beacon", "en"],
    ] as const) {
      const { topicStatus, vote } = judge.judge(document(text), "und", "k");
      expect({ topicStatus, language: vote?.language }).toEqual({
        topicStatus: "on-topic",
        language,
      });
    }
  });

  it("does not recognise other words than those of a topic in two languages", () => {
    const page = document("Gäste Zimmer Frühstück Bahnhof Sauna");
    expect(judge.judge(page, "und", "k").topicStatus).toBe("off-topic");
  });
});
