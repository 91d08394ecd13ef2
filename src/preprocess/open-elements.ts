import type { ElementKind } from "./html-elements.js";

/** An element whose end has not come yet. */
export interface OpenElement {
  readonly kind: ElementKind;
  /** Whether its tags are told to the reader. */
  readonly visible: boolean;
  readonly depth: number;
  readonly below: OpenElement | undefined;
  readonly sameKind: OpenElement | undefined;
  readonly sameRank: OpenElement | undefined;
}

/** The stack of open elements; every question is answered in constant time, however deep a page is nested. */
export class OpenElements {
  #top: OpenElement | undefined;
  readonly #byKind: (OpenElement | undefined)[] = [];
  readonly #byRank: (OpenElement | undefined)[] = new Array<undefined>(rankCount).fill(undefined);

  get top(): OpenElement | undefined {
    return this.#top;
  }

  /** How many elements are open. */
  get depth(): number {
    return this.#top?.depth ?? 0;
  }

  has(kind: ElementKind): boolean {
    return this.#byKind[kind.id] !== undefined;
  }

  push(kind: ElementKind, visible: boolean): void {
    const element: OpenElement = {
      kind,
      visible,
      depth: this.depth + 1,
      below: this.#top,
      sameKind: this.#byKind[kind.id],
      sameRank: this.#byRank[kind.rank],
    };
    this.#top = this.#byKind[kind.id] = this.#byRank[kind.rank] = element;
  }

  /** Takes the innermost element away; there must be one. */
  pop(): OpenElement {
    const element = this.#top;
    if (element === undefined) throw new RangeError("No element is open.");
    this.#top = element.below;
    this.#byKind[element.kind.id] = element.sameKind;
    this.#byRank[element.kind.rank] = element.sameRank;
    return element;
  }

  /**
   * The element that an end tag closes: the innermost of its kind, unless one of higher rank stands inside it, as a
   * table cell in `<b><table><td></b>`.
   */
  closable(kind: ElementKind): OpenElement | undefined {
    const element = this.#byKind[kind.id];
    if (element === undefined) return undefined;
    for (let rank = kind.rank + 1; rank < rankCount; rank++)
      if ((this.#byRank[rank]?.depth ?? 0) > element.depth) return undefined;
    return element;
  }
}

const rankCount = 8;
