/** Set by `npm run test:fuzz` and by `npm run test:world -- long`. */
const { PROPERTY_RUNS, LONG_RUNS } = process.env;

/** Whether slow tests have their full size. */
export const isLong: boolean = LONG_RUNS !== undefined;

/**
 * Returns the distance in bytes between the cuts or changes that a test makes in a file: the given one, which hits each
 * part of the file, or 1 under `npm run test:fuzz`.
 */
export const apart = (bytes: number): number => (PROPERTY_RUNS === undefined ? bytes : 1);

/** Returns the number of cases for a slow property: the given one, or ten times as many under `npm run test:fuzz`. */
export const runs = (few: number): number => (PROPERTY_RUNS === undefined ? few : 10 * few);

/** Returns the size of a slow test: just large enough to show the fault, or full under `npm run test:world -- long`. */
export const long = <Value>(enough: Value, all: Value): Value => (isLong ? all : enough);
