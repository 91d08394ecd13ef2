/** BCP 47 for a language that could not be told. */
export const undetermined = "und";

/** The primary language subtag of a BCP 47 tag, lower case: `en` of `en-GB`. */
export function primarySubtag(language: string): string {
  const end = language.indexOf("-");
  return (end < 0 ? language : language.slice(0, end)).toLowerCase();
}
