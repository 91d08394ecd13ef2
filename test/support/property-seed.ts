import fc from "fast-check";

/**
 * Property-based tests use the same cases in every run, so that a failure can be reproduced. `npm run test:fuzz` uses
 * other cases, and more cases.
 */
const { PROPERTY_SEED, PROPERTY_RUNS } = process.env;
fc.configureGlobal({
  seed: PROPERTY_SEED === undefined ? 7877 : Number(PROPERTY_SEED),
  ...(PROPERTY_RUNS !== undefined && { numRuns: Number(PROPERTY_RUNS) }),
});
