/** Share of the Simhash's bits up to which two mementos are duplicates, as in OTMT. */
export const DUPLICATE_SHARE = 0.2;

/** Bits in which near neighbours differ at most. */
export const NEAR_BITS = 3;
