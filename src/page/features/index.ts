import type { Feature } from "../types.js";
import { byteCount, textLength } from "./sizes.js";
import { charNgrams, terms, titleTerms, tokenSequence, topicWords } from "./words.js";
import { classSketch, cssClasses } from "./class-names.js";
import { excerpt } from "./excerpt.js";
import { identity } from "./identity.js";
import { languageEvidence, languageSample } from "./language.js";
import { outlinks } from "./outlinks.js";
import { rawSimhash, simhashJs, spamsum, textSimhash } from "./hashes.js";
import { selfDescription } from "./self-description.js";
import { signs } from "./signs.js";
import { siteLinks } from "./site-links.js";

/** Features, which are extracted once from each page for the measures that need them. Plug-ins add theirs. */
export const features: Feature[] = [
  byteCount,
  charNgrams,
  classSketch,
  cssClasses,
  excerpt,
  identity,
  languageEvidence,
  languageSample,
  outlinks,
  rawSimhash,
  selfDescription,
  signs,
  simhashJs,
  siteLinks,
  spamsum,
  terms,
  textLength,
  textSimhash,
  titleTerms,
  tokenSequence,
  topicWords,
];
