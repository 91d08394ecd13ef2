/**
 * Default strength from which a sign is a strong signal (`--sign-strength`): `--signs` then votes, and the kind of page
 * is reported. On 1,188 labelled mementos the strongest false find has a strength of 0.45 (docs/explain.md).
 */
export const strongSignal = 0.6;
