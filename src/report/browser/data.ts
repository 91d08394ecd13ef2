import { memoise } from "../../base/math/memo.js";
import { HEAD_ID, type PageHead, type PagePart, PART_SIZE, partId } from "../page-data.js";
import type { ShownMemento } from "./memento-text.js";

/** Throws if the file is incomplete. */
export function readPageHead(): PageHead {
  return readBlock(HEAD_ID) as PageHead;
}

/** Returns the mementos of a part of a TimeMap, which is parsed at the first request. */
export const readMementoPart = (timeMap: number, part: number): readonly ShownMemento[] =>
  readPart(partId(timeMap, part));

const readPart = memoise((id) => {
  const { mementos, texts } = readBlock(id) as PagePart;
  return mementos.map(({ text, beside, ...memento }): ShownMemento => ({
    ...memento,
    excerpt: text === undefined ? undefined : texts[text],
    beside: beside && { ...beside, excerpt: texts[beside.text] ?? "" },
  }));
}, Infinity);

export function readMemento(timeMap: number, place: number): ShownMemento | undefined {
  return readMementoPart(timeMap, Math.floor(place / PART_SIZE))[place % PART_SIZE];
}

/** Throws if there is none. */
export function readBlock(id: string): unknown {
  const block = document.getElementById(id);
  if (block === null) throw new Error(`the report is incomplete: ${id} is missing`);
  return JSON.parse(block.textContent) as unknown;
}
