/**
 * Default strength from which a sign is a strong signal (`--sign-strength`): `--signs` then votes, and the kind of page
 * is reported.
 */
export const strongSignal = 0.6;
