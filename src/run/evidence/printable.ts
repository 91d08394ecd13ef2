/**
 * Text from pages as it may be shown: at most so many characters, an ellipsis where it was cut, and U+FFFD in place of
 * control, format (bidirectional overrides), unassigned and lone surrogate characters and of line separators.
 */
export function printable(text: string, most: number): string {
  // A code point takes two units at most: nothing longer is ever split into its characters.
  const characters = Array.from(text.slice(0, 2 * most + 2));
  const isCut = characters.length > most || text.length > 2 * most + 2;
  const kept = isCut ? `${characters.slice(0, most - 1).join("")}…` : text;
  return kept.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
}
