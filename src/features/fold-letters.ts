const SPACE = 0x20;
const between = /[^\p{L}\p{M}\p{N}]+/gu;
const letter = /[\p{L}\p{M}\p{N}]/u;

/** What each code unit becomes, as far as it has been asked for; 0: not yet. */
const folded = new Uint16Array(0x10000);

/** Whose lower case depends on their neighbours or is longer, and halves of characters. */
const needsWholeText = (unit: number): boolean =>
  unit === 0x3a3 || unit === 0x130 || (unit >= 0xd800 && unit <= 0xdfff);

/**
 * The code units of a text in lower case, with one blank for each run of what is neither letter, mark nor number: those of
 * `text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")`.
 */
export function foldLetters(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  let length = 0;
  let last = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    let now = folded[unit]!;
    if (now === 0) {
      if (needsWholeText(unit)) return foldWhole(text);
      const lower = text.charAt(at).toLowerCase();
      now = letter.test(lower) ? lower.charCodeAt(0) : SPACE;
      folded[unit] = now;
    }
    if (now === SPACE && last === SPACE) continue;
    units[length] = now;
    length += 1;
    last = now;
  }
  return units.subarray(0, length);
}

function foldWhole(text: string): Uint16Array {
  const lower = text.toLowerCase().replace(between, " ");
  return Uint16Array.from({ length: lower.length }, (_, at) => lower.charCodeAt(at));
}
