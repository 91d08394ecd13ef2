// Generated from the files of this folder by `npm run generate`: do not edit.
import type { Feature } from "../types.js";
import { byteCount } from "./byte-count.js";
import { charNgrams } from "./char-ngrams.js";
import { classSketch } from "./class-sketch.js";
import { cssClasses } from "./css-classes.js";
import { domTree } from "./dom-tree.js";
import { excerpt } from "./excerpt.js";
import { languageEvidence } from "./language-evidence.js";
import { languageSample } from "./language-sample.js";
import { rawSimhash } from "./raw-simhash.js";
import { signs } from "./signs.js";
import { simhashJs } from "./simhash-js.js";
import { siteLinks } from "./site-links.js";
import { spamsum } from "./spamsum.js";
import { terms } from "./terms.js";
import { textLength } from "./text-length.js";
import { titleTerms } from "./title-terms.js";
import { tokenSequence } from "./token-sequence.js";
import { topicWords } from "./topic-words.js";

/** What is taken from each page, once, for the measures that ask for it. */
export const features: readonly Feature[] = [
  byteCount,
  charNgrams,
  classSketch,
  cssClasses,
  domTree,
  excerpt,
  languageEvidence,
  languageSample,
  rawSimhash,
  signs,
  simhashJs,
  siteLinks,
  spamsum,
  terms,
  textLength,
  titleTerms,
  tokenSequence,
  topicWords,
];
