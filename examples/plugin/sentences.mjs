// A boilerplate remover: keeps the blocks of text that contain a sentence.
//
//     detect_off_topic --plugin examples/plugin/sentences.mjs -i warc=fixtures/collection -tm cosine --boilerplate sentences
import { defineRemover } from "detect-off-topic";

/** Returns true if a block has a full stop, which menus and buttons lack. */
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
