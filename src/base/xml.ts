/** Returns text as XML content or attribute value. Characters that XML forbids are replaced. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}
