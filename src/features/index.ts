// Generated from the files of this folder by `npm run generate`: do not edit.
import type { Feature } from "../types.js";
import { byteCount } from "./byte-count.js";
import { cssClasses } from "./css-classes.js";
import { domTree } from "./dom-tree.js";
import { languageSample } from "./language-sample.js";
import { rawSimhash } from "./raw-simhash.js";
import { simhashJs } from "./simhash-js.js";
import { terms } from "./terms.js";
import { tokenSequence } from "./token-sequence.js";

export const features: readonly Feature[] = [
  byteCount,
  cssClasses,
  domTree,
  languageSample,
  rawSimhash,
  simhashJs,
  terms,
  tokenSequence,
];
