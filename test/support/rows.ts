/** Returns the parsed rows of JSON Lines, without lines of settings. */
export function rowsOf<Row = Readonly<Record<string, unknown>>>(
  text: string,
  revive?: (key: string, value: unknown) => unknown,
): Row[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith('{"settings":'))
    .map((line) => JSON.parse(line, revive) as Row);
}

/** Returns the parsed first line of JSON Lines, which has settings, digest and flags. */
export const settingsLineOf = (
  text: string,
): Readonly<Record<string, unknown>> & { readonly settings: Readonly<Record<string, unknown>> } =>
  JSON.parse(text.slice(0, text.indexOf("\n"))) as ReturnType<typeof settingsLineOf>;

/** Returns the settings in the first line of JSON Lines. */
export const settingsOf = (text: string): Readonly<Record<string, unknown>> =>
  settingsLineOf(text).settings;
