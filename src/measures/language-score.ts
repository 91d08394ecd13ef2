import type { LanguageEvidence } from "../features/language-evidence.js";

/** With so many letters a text is half as sure as one without end. */
const halfSure = 45;

/**
 * How likely two pages are in one language: `1 - min(c(f), c(m))`, where `c` is how sure a page is in its own language
 * rather than in the other page's: `(1 - p(other) / p(own)) · n / (n + 45)` of likenesses `p` and `n` letters. 1 where
 * both are in the same language or one cannot be told.
 */
export function languageScore(first: LanguageEvidence, memento: LanguageEvidence): number {
  if (first.language === memento.language) return 1;
  return 1 - Math.min(sureOf(first, memento.language), sureOf(memento, first.language));
}

function sureOf({ letters, candidates }: LanguageEvidence, other: string): number {
  const own = candidates[0]?.[1] ?? 0;
  const rival = candidates.find(([language]) => language === other)?.[1] ?? 0;
  return own <= 0 ? 0 : Math.max(0, 1 - rival / own) * (letters / (letters + halfSure));
}
