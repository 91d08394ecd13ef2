import table from "./signs.json" with { type: "json" };
import software from "./software.json" with { type: "json" };

export type Phrases = Readonly<Record<string, readonly string[]>>;

interface SignPhrases {
  /**
   * Strong signals by language, which are sentences that hardly any other page contains. The first fourteen languages
   * have the common sentences, and others have only the clearest sentences of hosting services and servers.
   */
  readonly strong?: Phrases;
  /** Weak signals by language. They count if they make up a title, a heading or the whole text. */
  readonly weak?: Phrases;
  /**
   * Words to count, by language or theme. Many of them in a short text indicate the kind. Words of a blank page
   * indicate it only if there are no other words.
   */
  readonly words?: Phrases;
}

/**
 * Words and marks of one kind of page, all in lower case with single spaces. A star at the end of a phrase means that
 * the last word may continue.
 */
export interface SignWords extends SignPhrases {
  readonly kind: string;
  /** Title for people: `suspended account`. */
  readonly title: string;
  /** Remarks about the kind and the source of its words. */
  readonly note?: string;
  /** Pieces of markup: scripts, classes and comments of software that makes such pages. */
  readonly markup?: readonly string[];
}

/** All kinds, in the order in which their phrases are tried. A test checks that signs.json has this type. */
export const signTable = table as readonly SignWords[];

/**
 * More phrases, from the translation catalogues of software. bench/signs generates software.json from the catalogues.
 * Phrases that are written or edited by hand belong in signs.json.
 */
export const softwareTable: Readonly<Partial<Record<string, SignPhrases>>> = software;

const titles = new Map<string, string>(signTable.map(({ kind, title }) => [kind, title]));

/**
 * Returns the title of a kind for people: `suspended account`. Returns the keyword if the kind is unknown. A soft 404
 * whose `status` is an error has the title "page not found", since its 404 is not soft.
 */
export function kindTitle(kind: string, status?: number): string {
  if (kind === "soft-404" && status !== undefined && status >= 400) return "page not found";
  return titles.get(kind) ?? kind;
}
