import fc from "fast-check";

/**
 * Property-based tests draw the same cases in every run, so that a red run can be looked into and a green one means the
 * same everywhere. `npm run test:fuzz` draws others and more of them.
 */
const { PROPERTY_SEED, PROPERTY_RUNS } = process.env;
fc.configureGlobal({
  seed: PROPERTY_SEED === undefined ? 7877 : Number(PROPERTY_SEED),
  ...(PROPERTY_RUNS !== undefined && { numRuns: Number(PROPERTY_RUNS) }),
});
