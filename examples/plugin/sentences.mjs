// A boilerplate remover: of each page, the blocks of text that hold a sentence.
//
//     detect_off_topic --plugin examples/plugin/sentences.mjs -i warc=fixtures/collection -tm cosine --boilerplate sentences
import { defineRemover } from "detect-off-topic";

/** Menus and buttons have no full stop. */
const isSentence = ({ text }) => /[.!?。！？]/u.test(text);

export default defineRemover({
  keyword: "sentences",
  title: "Sentences",
  summary: "Keeps the blocks of text that hold a sentence: menus and buttons have no full stop.",
  extract: ({ paragraphs }) =>
    paragraphs
      .filter(isSentence)
      .map(({ text }) => text)
      .join("\n"),
});
