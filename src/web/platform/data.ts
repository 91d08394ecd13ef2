/** Data in the page: the files of dist/data by name, and the stop lists by language. */
export interface WebData {
  readonly made: Readonly<Record<string, string>>;
  readonly stopLists: Readonly<Record<string, string>>;
}

let data: WebData = { made: {}, stopLists: {} };

/** Must be called once, before anything is read. */
export function giveData(given: WebData): void {
  data = given;
}

function madeText(name: string): string {
  const text = data.made[name];
  if (text === undefined) throw new Error(`the page has no ${name}`);
  return text;
}

export const readMadeData = (name: string): unknown => JSON.parse(madeText(name));

/** Returns the bytes of a file, whose text has one character per byte. */
export const readMadeBytes = (name: string): Uint8Array =>
  Uint8Array.from(madeText(name), (character) => character.charCodeAt(0));

export const stopListNames = (): string[] => Object.keys(data.stopLists);

export const readStopList = (name: string): string => data.stopLists[name] ?? "";

/** The page makes no topics, which are the only use of frequencies. */
export const readFrequencies = (): undefined => undefined;
