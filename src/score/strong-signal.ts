/**
 * Default minimum strength of a strong sign (`--sign-strength`). With a strong sign, `--signs` votes and the kind of
 * page is reported. On 1,188 labelled mementos the strongest false sign has a strength of 0.45 (docs/explain.md).
 */
export const strongSignal = 0.6;
