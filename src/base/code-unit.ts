/**
 * As `text.charCodeAt(at)`, for loops over many texts. V8 gives strings many shapes (flat, joined, sliced, of one byte or
 * two), and past four of them it looks the method up for each character; a method that is named is inlined.
 */
export const codeUnitAt = (text: string, at: number): number =>
  String.prototype.charCodeAt.call(text, at);
