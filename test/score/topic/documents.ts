import type { TopicDocument } from "../../../src/score/topic/document.js";

/** A document of words with a blank between; `|` stands for what parts them. */
export function document(text: string, host = "host", language = "en"): TopicDocument {
  const given = text.split(/\s+/u).filter((word) => word !== "");
  return {
    words: given.map((word) => (word === "|" ? "" : word)),
    widths: given.map((word) => word.length),
    language,
    host,
  };
}
