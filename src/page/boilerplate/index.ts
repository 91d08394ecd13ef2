import type { BoilerplateRemover } from "../types.js";
import { allParagraphs } from "./all-paragraphs.js";
import { justext } from "./justext.js";
import { none } from "./none.js";
import { paragraphs } from "./paragraphs.js";
import { readability } from "./readability.js";

/** Boilerplate removers, by the keyword after `--boilerplate`. Plug-ins add theirs. */
export const removers: BoilerplateRemover[] = [
  allParagraphs,
  justext,
  none,
  paragraphs,
  readability,
];
