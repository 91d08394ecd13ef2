/** What the page brings along: the files of dist/data by their names, and the stop lists by language. */
export interface WebData {
  readonly made: Readonly<Record<string, string>>;
  readonly stopLists: Readonly<Record<string, string>>;
}

let data: WebData = { made: {}, stopLists: {} };

/** To be called once, before anything is read. */
export function giveData(given: WebData): void {
  data = given;
}

function madeText(name: string): string {
  const text = data.made[name];
  if (text === undefined) throw new Error(`the page has no ${name}`);
  return text;
}

export const readMadeData = (name: string): unknown => JSON.parse(madeText(name));

/** The text has a character for each byte. */
export const readMadeBytes = (name: string): Uint8Array =>
  Uint8Array.from(madeText(name), (character) => character.charCodeAt(0));

export const stopListNames = (): string[] => Object.keys(data.stopLists);

export const readStopList = (name: string): string => data.stopLists[name] ?? "";

/** The page makes no topics. */
export const readFrequencies = (): undefined => undefined;
