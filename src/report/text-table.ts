import { type SavedMemento, valueOf } from "../write/entry.js";
import type { PageMemento } from "./page-data.js";
import { ComparedText, passages, textStart } from "./passages.js";
import { NameTable } from "./summaries.js";

/** Characters of a text that are shown. */
const SHOWN = 1000;

/** A memento whose text others are shown beside. */
interface Reference {
  readonly place: number;
  readonly text: ComparedText;
}

/**
 * Chooses what is shown of the texts of one TimeMap, its mementos added oldest first: of each the passages that the last
 * on-topic one before it does not have, and that one's passages which it lacks. Without such a one they are those of the
 * memento that it was compared with, where that came before.
 */
export class TextTable {
  /** Passages of the current block, each once. */
  #passages = new NameTable();
  #next = 0;
  #first: Reference | undefined;
  #lastGood: Reference | undefined;

  add(memento: SavedMemento): Pick<PageMemento, "text" | "beside"> {
    const place = this.#next;
    this.#next += 1;
    const excerpt = valueOf(memento.excerpt);
    if (excerpt === undefined) return {};
    const text = new ComparedText(excerpt, memento.evidence?.language?.memento);
    const reference = this.#lastGood ?? this.#first;
    if (memento.overall === "on-topic") this.#lastGood = { place, text };
    if (memento.comparedWith === undefined || memento.comparedWith === memento.uriM) {
      this.#first ??= { place, text };
    }
    if (reference === undefined) return { text: this.#passages.place(textStart(text, SHOWN)) };
    const { mine, other, sharesNothing } = passages(text, reference.text, SHOWN);
    return {
      text: this.#passages.place(mine),
      beside: {
        place: reference.place,
        text: this.#passages.place(other),
        sharesNothing,
      },
    };
  }

  /** The passages of a block that ends here. */
  take(): string[] {
    const taken = this.#passages.names();
    this.#passages = new NameTable();
    return taken;
  }
}
