import { memoiseOf } from "../../base/math/memo.js";
import type { OwnSignKind, OwnSigns } from "../types.js";
import { MarkSearch } from "./mark-search.js";
import { PhraseIndex } from "./phrase-index.js";
import { type Phrases, type SignWords, signTable, softwareTable } from "./sign-table.js";
import { type StarterPhrase, starterTable } from "./starters.js";

interface AboutPhrase {
  readonly kind: string;
  readonly signal: "strong" | "weak";
}

/** The tables are built for the first page, because many threads read no page. */
interface Tables {
  readonly phrases: PhraseIndex<AboutPhrase>;
  readonly marked: readonly { readonly kind: string; readonly markup: readonly string[] }[];
  readonly anyMark: MarkSearch;
  readonly counted: PhraseIndex<Counted>;
  readonly filler: ReadonlySet<string>;
  /** Phrases that a page displays until a script has filled it. */
  readonly waiting: PhraseIndex<string>;
  /** Titles that the user's file of signs gives to kinds. */
  readonly titles: ReadonlyMap<string, string>;
}

const NO_SIGNS: OwnSigns = { digest: "", kinds: [] };

export const tablesOf = (own: OwnSigns = NO_SIGNS): Tables => tables(own);

const tables = memoiseOf(({ kinds }: OwnSigns) => makeTables(kinds));

const SIGNALS = ["strong", "weak"] as const;

function makeTables(own: OwnSigns["kinds"]): Tables {
  const signs: readonly (Omit<SignWords, "title"> | OwnSignKind)[] = [
    ...signTable.flatMap((one) => [one, { kind: one.kind, ...softwareTable[one.kind] }]),
    ...own,
  ];
  const counted = (kind: string): readonly string[] =>
    signs.flatMap((one) => (one.kind === kind ? flat(one.words) : []));
  const marked = signs.flatMap(({ kind, markup = [] }) =>
    markup.length > 0 ? [{ kind, markup }] : [],
  );
  return {
    phrases: new PhraseIndex<AboutPhrase>(
      signs.flatMap(({ kind, ...words }) =>
        SIGNALS.flatMap((signal) =>
          flat(words[signal]).map((phrase) => [phrase, { kind, signal }] as const),
        ),
      ),
    ),
    marked,
    anyMark: new MarkSearch(marked.flatMap(({ markup }) => markup)),
    counted: new PhraseIndex<Counted>([
      ...counted("spam").map((word) => [word, { word }] as const),
      ...starterTable.flatMap(({ software, phrases }) =>
        phrases.map((word) => [word, { word, starter: software }] as const),
      ),
    ]),
    filler: new Set(counted("placeholder")),
    waiting: new PhraseIndex(counted("blank").map((word) => [word, word] as const)),
    titles: new Map(own.flatMap(({ kind, title }) => (title === undefined ? [] : [[kind, title]]))),
  };
}

/** Returns the phrases of all languages. Those of a user have none. */
const flat = (lists: Phrases | readonly string[] = []): readonly string[] =>
  Object.values<string | readonly string[]>(lists).flat();

/** A word to count: one of spam, or a phrase of demo content. */
export type Counted = { readonly word: string; readonly starter?: undefined } | StarterPhrase;

export const isDemo = (one: Counted): one is StarterPhrase => one.starter !== undefined;
export const isSpam = (one: Counted): boolean => one.starter === undefined;
