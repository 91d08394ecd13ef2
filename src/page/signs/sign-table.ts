import table from "./signs.json" with { type: "json" };
import software from "./software.json" with { type: "json" };

/** What a page is when it is not the page any more (and says so). */
export type SignKind =
  | "suspended"
  | "for-sale"
  | "default-page"
  | "panel-default"
  | "starter"
  | "directory-index"
  | "error"
  | "maintenance"
  | "login-wall"
  | "consent-wall"
  | "bot-check"
  | "blocked"
  | "soft-404"
  | "moved"
  | "defaced"
  | "blank"
  | "shell"
  | "spam"
  | "placeholder";

type Phrases = Readonly<Record<string, readonly string[]>>;

interface SignPhrases {
  /**
   * Strong signals, by language: sentences that hardly anything else says. The first fourteen languages have the usual
   * ones, further languages only the clearest sentences of hosts and servers.
   */
  readonly strong?: Phrases;
  /** Weak signals, by language: they count where they make up a title, a heading or the whole text. */
  readonly weak?: Phrases;
  /**
   * Words that are counted, by language or theme: many of them, densely, make the kind. Those of a blank page make it where
   * there is nothing but them.
   */
  readonly words?: Phrases;
}

/**
 * Words and marks of one kind of page. All are in lower case; white space is one space. A star at the end of a phrase
 * stands for the rest of a word.
 */
export interface SignWords extends SignPhrases {
  readonly kind: SignKind;
  /** For people: `suspended account`. */
  readonly title: string;
  /** What is worth knowing about the kind and where its words come from. */
  readonly note?: string;
  /** Pieces of markup: scripts, classes, comments of the software that makes such pages. */
  readonly markup?: readonly string[];
}

/** All kinds, in the order in which their phrases are tried; a test holds signs.json to this type. */
export const signTable = table as readonly SignWords[];

/**
 * Further phrases, as software has them in its catalogues of translations. bench/signs makes software.json from these; words that
 * have to be written or changed by hand belong into signs.json.
 */
export const softwareTable: Readonly<Partial<Record<SignKind, SignPhrases>>> = software;

/** The words of a kind that is found by counting. */
export const countedWords = (kind: SignKind): readonly string[] =>
  [signTable.find((one) => one.kind === kind)?.words, softwareTable[kind]?.words].flatMap((lists) =>
    Object.values(lists ?? {}).flat(),
  );

const titles = new Map<string, string>(signTable.map(({ kind, title }) => [kind, title]));

/**
 * A kind of page in words: `suspended account`; the keyword itself for one that is not known. A page that is not found
 * and answered with an error status (`status`) is not a soft 404.
 */
export function kindTitle(kind: string, status?: number): string {
  if (kind === "soft-404" && status !== undefined && status >= 400) return "page not found";
  return titles.get(kind) ?? kind;
}
