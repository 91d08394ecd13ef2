/*
 * What passes between the folders; read this first, in this order.
 *
 * A capture leaves an input as an `InputItem`, becomes a `FeatureRecord` (map), meets the other records of its TimeMap
 * (shuffle), is scored against the first memento (`MementoResult`, reduce), and is written.
 */
export type * from "./types/inputs.js";
export type * from "./types/pages.js";
export type * from "./types/settings.js";
export type * from "./types/results.js";
