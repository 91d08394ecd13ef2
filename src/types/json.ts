/** Any JSON value: the only kind of value that may cross from map to reduce. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object whose keys are known to be ours (settings, feature options), never page text. */
export type JsonObject = Readonly<Record<string, Json>>;
