import fc from "fast-check";

/**
 * Property-based tests use the same cases in every run, so that a failure can be reproduced, and few of them, so that the
 * suite is quick. `npm run test:fuzz` uses other cases, and many.
 */
const { PROPERTY_SEED, PROPERTY_RUNS } = process.env;
fc.configureGlobal({
  seed: PROPERTY_SEED === undefined ? 7877 : Number(PROPERTY_SEED),
  numRuns: PROPERTY_RUNS === undefined ? 40 : Number(PROPERTY_RUNS),
});
