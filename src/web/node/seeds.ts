/** Seeds are chosen on the command line. */
export const seedsOfWarcinfo = (): readonly string[] => [];
export const seedsOfPackage = (): readonly never[] => [];
