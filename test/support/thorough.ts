/**
 * How far apart the cuts and changes are that a test makes in a file: as far as is said, so that each part of the file is
 * hit, or at each byte under `npm run test:fuzz`.
 */
export const apart = (bytes: number): number =>
  process.env["PROPERTY_RUNS"] === undefined ? bytes : 1;
