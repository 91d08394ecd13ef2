import { decodedValue } from "./tokens.js";

/** Maximum number of frames whose text is read, and of characters of one. */
const MOST_FRAMES = 50;
const LONGEST_FRAME = 2_000_000;

/** A class for each letter is searched for ten times as fast as with the flag `i`. */
const MAY_HAVE_FRAMES = /[Ss][Rr][Cc][Dd][Oo][Cc]/u;

const SRCDOC =
  /<iframe\b[^>"']{0,500}(?:(?:"[^"]{0,2000}"|'[^']{0,2000}')[^>"']{0,500}){0,20}?\bsrcdoc\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/giu;

/**
 * Returns markup with the documents that frames have in their attribute `srcdoc`, as saved copies have them, also within one
 * another.
 */
export function withFrames(html: string, budget = { frames: MOST_FRAMES }): string {
  if (!MAY_HAVE_FRAMES.test(html)) return html;
  return html.replace(SRCDOC, (frame, double?: string, single?: string) => {
    if (budget.frames === 0) return frame;
    budget.frames -= 1;
    const written = (double ?? single ?? "").slice(0, LONGEST_FRAME);
    const document = withFrames(decodedValue(written), budget);
    return `<div>${document}</div>${frame.slice(0, "<iframe".length)} title="`;
  });
}
