import { HEAD_ID, type PageHead, type PagePart, PART_SIZE, partId } from "../page-data.js";
import type { ShownMemento } from "./memento-text.js";

/** Throws if the file is incomplete. */
export function readPageHead(): PageHead {
  return readBlock(HEAD_ID) as PageHead;
}

const readParts = new Map<string, readonly ShownMemento[]>();

/** Returns the mementos of a part of a TimeMap, which is parsed at the first request. */
export function readMementoPart(timeMap: number, part: number): readonly ShownMemento[] {
  const id = partId(timeMap, part);
  const known = readParts.get(id);
  if (known !== undefined) return known;
  const { mementos, texts } = readBlock(id) as PagePart;
  const shown = mementos.map(({ text, beside, ...memento }): ShownMemento => ({
    ...memento,
    excerpt: text === undefined ? undefined : texts[text],
    beside: beside && { ...beside, excerpt: texts[beside.text] ?? "" },
  }));
  readParts.set(id, shown);
  return shown;
}

export function readMemento(timeMap: number, place: number): ShownMemento | undefined {
  return readMementoPart(timeMap, Math.floor(place / PART_SIZE))[place % PART_SIZE];
}

/** Throws if there is none. */
export function readBlock(id: string): unknown {
  const block = document.getElementById(id);
  if (block === null) throw new Error(`the report is incomplete: ${id} is missing`);
  return JSON.parse(block.textContent) as unknown;
}
