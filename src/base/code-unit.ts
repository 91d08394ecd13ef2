/**
 * Same as `text.charCodeAt(at)`, for loops over many texts. V8 stores strings in several layouts (flat, concatenated,
 * sliced, one or two bytes per unit). A call site that has seen more than four of them looks the method up for each
 * character, whereas a method called by name is inlined.
 */
export const codeUnitAt = (text: string, at: number): number =>
  String.prototype.charCodeAt.call(text, at);
