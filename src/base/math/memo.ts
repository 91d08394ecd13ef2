/**
 * A copy of a text that does not keep the page alive it was cut from: V8 holds slices of 13 characters and more as
 * windows on the whole page. Joining and cutting again makes it copy the text, one byte a character where the
 * page had that.
 */
export function detached(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
/**
 * A function's results remembered by its word, up to `capacity` words of at most `longest` characters (longer ones are
 * noise that does not recur); a full memo starts afresh, which bounds
 * memory and costs nothing for real text, whose words recur.
 */
export function memoise<Result>(
  compute: (word: string) => Result,
  capacity: number,
  longest = 64,
): (word: string) => Result {
  const results = new Map<string, Result>();
  return (word) => {
    const known = results.get(word);
    if (known !== undefined || results.has(word)) return known as Result;
    const result = compute(word);
    if (word.length > longest) return result;
    if (results.size >= capacity) results.clear();
    results.set(detached(word), result);
    return result;
  };
}
