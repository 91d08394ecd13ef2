/** The rows of JSON Lines, parsed; lines of settings are left out. */
export function rowsOf<Row = Readonly<Record<string, unknown>>>(
  text: string,
  revive?: (key: string, value: unknown) => unknown,
): Row[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith('{"settings":'))
    .map((line) => JSON.parse(line, revive) as Row);
}

/** The first of JSON Lines, parsed: settings, digest, flags. */
export const settingsLineOf = (
  text: string,
): Readonly<Record<string, unknown>> & { readonly settings: Readonly<Record<string, unknown>> } =>
  JSON.parse(text.slice(0, text.indexOf("\n"))) as ReturnType<typeof settingsLineOf>;

/** The settings that JSON Lines begin with. */
export const settingsOf = (text: string): Readonly<Record<string, unknown>> =>
  settingsLineOf(text).settings;
