import type { TopicDocument } from "../../../src/extensions/topic/profile/document.js";

/** Document of words separated by spaces; `|` stands for a separator of collocations. */
export function document(text: string, host = "host", language = "en"): TopicDocument {
  const given = text.split(/\s+/u).filter((word) => word !== "");
  return {
    words: given.map((word) => (word === "|" ? "" : word)),
    widths: given.map((word) => word.length),
    language,
    host,
  };
}
