/** Set by `npm run test:fuzz` and by `npm run test:world -- long`. */
const { PROPERTY_RUNS, LONG_RUNS } = process.env;

/**
 * How far apart the cuts and changes are that a test makes in a file: as far as is said, so that each part of the file is
 * hit, or at each byte under `npm run test:fuzz`.
 */
export const apart = (bytes: number): number => (PROPERTY_RUNS === undefined ? bytes : 1);

/** How many cases a property is tried with that takes long: ten times as many under `npm run test:fuzz`. */
export const runs = (few: number): number => (PROPERTY_RUNS === undefined ? few : 10 * few);

/** How much there is in a test that takes long: enough to see the fault, or all of it under `npm run test:world -- long`. */
export const long = <Value>(enough: Value, all: Value): Value =>
  LONG_RUNS === undefined ? enough : all;
