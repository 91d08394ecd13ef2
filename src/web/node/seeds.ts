/** Seeds can be chosen only on the command line. */
export const seedsOfWarcinfo = (): readonly string[] => [];
export const seedsOfPackage = (): readonly never[] => [];
