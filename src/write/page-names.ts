import { compareDatetimes } from "../base/datetime.js";
import { seedKey } from "../base/uri.js";
import type { SavedMemento } from "./entry.js";

/** Maximum number of names in a text for people. */
const MOST_SHOWN = 6;

interface OldName {
  readonly uriR: string;
  readonly until: string | undefined;
}

/** Collects the names of a page that moved, from the captures of its TimeMap (`--aliases`). */
export class PageNamesSeen {
  /** Stored by the key of the name, because captures spell a name in several ways. */
  readonly #old = new Map<string, OldName>();
  #newest: string | undefined;

  add({ capture: { uriR, continuesAs, continuesFrom } }: Pick<SavedMemento, "capture">): void {
    if (continuesAs === undefined || uriR === undefined) return;
    this.#newest ??= continuesAs;
    const key = seedKey(uriR);
    if (!this.#old.has(key)) this.#old.set(key, { uriR, until: continuesFrom });
  }

  /** Old names, in the order in which the page had them. */
  get #inOrder(): readonly OldName[] {
    return [...this.#old.values()].sort((a, b) => compareDatetimes(a.until ?? "", b.until ?? ""));
  }

  /** The newest name is the last one. Empty for a page that has one name. */
  get names(): readonly string[] {
    return this.#newest === undefined
      ? []
      : [...this.#inOrder.map(({ uriR }) => uriR), this.#newest];
  }

  /** Dates from which the page has the next of its names. */
  get dates(): readonly string[] {
    return this.#inOrder.map(({ until }) => until ?? "");
  }

  /** Undefined for a page that has one name. */
  get text(): string | undefined {
    if (this.#newest === undefined) return undefined;
    const old = this.#inOrder;
    const shown = old.slice(0, MOST_SHOWN).map(({ uriR, until }) => {
      return until === undefined ? uriR : `${uriR} until ${until.slice(0, 10)}`;
    });
    const more = old.length > MOST_SHOWN ? [`${old.length - MOST_SHOWN} more names`] : [];
    return `one page: ${[...shown, ...more].join(", then ")}, then ${this.#newest}`;
  }
}
