/**
 * A copy of a text that does not keep the page alive it was cut from: V8 holds slices of 13 characters and more as
 * windows on the whole page. Joining and cutting again makes it lay the text out anew, one byte a character where the
 * page had that.
 */
export function detached(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
