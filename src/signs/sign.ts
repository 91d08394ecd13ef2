/** What a page is when it is not the page any more (and says so). */
export type SignKind =
  | "suspended"
  | "for-sale"
  | "default-page"
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
  | "spam";

/** Words and marks of one kind of page. All are in lower case; white space is one space. */
export interface SignWords {
  readonly kind: SignKind;
  /** For people: `suspended account`. */
  readonly title: string;
  /** By language: sentences that hardly anything else says. */
  readonly plain: Readonly<Record<string, readonly string[]>>;
  /** By language: words that count where they make up a title or a heading, or on a very short page. */
  readonly faint?: Readonly<Record<string, readonly string[]>>;
  /** Pieces of markup: scripts, classes, comments of the software that makes such pages. */
  readonly markup?: readonly string[];
}

/** What was found. */
export interface FoundSign {
  readonly kind: SignKind;
  /** 0 to 1: how plain it is. */
  readonly strength: number;
  /** The words or marks that gave it away, each with its place: `title: page not found`. */
  readonly marks: readonly string[];
}
