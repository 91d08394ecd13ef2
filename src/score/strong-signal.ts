/**
 * Strength from which a sign is a strong signal unless `--sign-strength` says otherwise: then `--signs` votes and
 * the kind of page is named.
 */
export const strongSignal = 0.6;
