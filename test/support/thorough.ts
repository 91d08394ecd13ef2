/** `npm run test:fuzz` and `npm run test:world -- long` set these variables. */
const { PROPERTY_RUNS, LONG_RUNS } = process.env;

/** Whether slow tests have their full size. */
export const isLong: boolean = LONG_RUNS !== undefined;

/**
 * Returns the distance in bytes between the cuts or changes that a test makes in a file. The given distance is large
 * enough to be quick and still hits each part of the file. Under `npm run test:fuzz` the distance is 1.
 */
export const apart = (bytes: number): number => (PROPERTY_RUNS === undefined ? bytes : 1);

/**
 * Returns the number of cases for a property whose cases are cheap or which needs many. The suite takes a third of the
 * given number, and `npm run test:fuzz` ten times that number.
 */
export const runs = (many: number): number =>
  PROPERTY_RUNS === undefined ? Math.ceil(many / 3) : 10 * many;

/**
 * Returns the size of a slow test. The small size is just large enough to show the fault. `npm run test:world -- long`
 * uses the full size.
 */
export const long = <Value>(enough: Value, all: Value): Value => (isLong ? all : enough);
