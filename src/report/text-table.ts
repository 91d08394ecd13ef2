import { numberOf } from "../base/math/group-by.js";
import { type SavedMemento, valueOf } from "../write/entry.js";
import { ComparedText, firstText, passages, wordsOnlyIn } from "./passages.js";
import type { MementoTexts, Names } from "./summaries.js";

/** Maximum number of characters of a text to show. */
const PASSAGE_LENGTH = 1000;

interface ComparedMemento {
  readonly place: number;
  readonly text: ComparedText;
}

/**
 * The caller must add the mementos oldest first. Each memento is compared with the last on-topic memento before it. The
 * passages are the parts that only one of the two texts has. Without an earlier on-topic memento, the reference memento
 * takes its place if it comes earlier. Mementos since a lasting change are compared with the last one before it, and one
 * that may become a check with the reference memento, unless it has the same text.
 */
export class TextTable {
  /** Distinct passages of the current block. */
  #passages: Names = new Map();
  #next = 0;
  #first: ComparedMemento | undefined;
  #lastGood: ComparedMemento | undefined;
  #last: ComparedMemento | undefined;
  #beforeChange: ComparedMemento | undefined;
  #changedSince: string | undefined;

  add(memento: SavedMemento, mayBeCheck = false): MementoTexts {
    const place = this.#next;
    this.#next += 1;
    const excerpt = valueOf(memento.excerpt);
    if (excerpt === undefined) return {};
    const text = new ComparedText(excerpt, memento.evidence?.language?.memento);
    const { changedSince } = memento;
    if (changedSince !== this.#changedSince) this.#beforeChange = this.#last;
    this.#changedSince = changedSince;
    const usual = this.#lastGood ?? this.#first;
    const first = this.#first?.text.text === excerpt ? undefined : this.#first;
    const reference =
      changedSince !== undefined ? this.#beforeChange : mayBeCheck ? (first ?? usual) : usual;
    this.#last = { place, text };
    if (memento.overall === "on-topic") this.#lastGood = { place, text };
    if (memento.comparedWith === undefined || memento.comparedWith === memento.uriM) {
      this.#first ??= { place, text };
    }
    if (reference === undefined)
      return { text: numberOf(firstText(text, PASSAGE_LENGTH), this.#passages) };
    const { mine, other, sharesNothing } = passages(text, reference.text, PASSAGE_LENGTH);
    return {
      ...(changedSince !== undefined && {
        terms: {
          termsLost: wordsOnlyIn(reference.text, text),
          termsGained: wordsOnlyIn(text, reference.text),
        },
      }),
      text: numberOf(mine, this.#passages),
      beside: {
        place: reference.place,
        text: numberOf(other, this.#passages),
        sharesNothing,
      },
    };
  }

  /** Returns the passages of the block that ends here, and starts a new one. */
  take(): string[] {
    const taken = [...this.#passages.keys()];
    this.#passages = new Map();
    return taken;
  }
}
