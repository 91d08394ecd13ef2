/** Text that is a name, with characters that would hide or turn round what stands in it written as U+XXXX. */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu,
    (character) =>
      `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

/** The same, no longer than `length`: what is left out is from its middle. */
export function shortened(text: string, length: number): string {
  const shown = visible(text);
  if (shown.length <= length) return shown;
  const end = Math.floor(length / 3);
  return `${shown.slice(0, length - end - 1)}…${shown.slice(-end)}`;
}
