import type { Measure } from "../types.js";
import { bytecount } from "./bytecount.js";
import { classes } from "./classes.js";
import { cosine } from "./cosine.js";
import { hosts } from "./hosts.js";
import { jaccard } from "./jaccard.js";
import { language } from "./language.js";
import { length } from "./length.js";
import { levenshtein } from "./levenshtein.js";
import { links } from "./links.js";
import { ngrams } from "./ngrams.js";
import { nlevenshtein } from "./nlevenshtein.js";
import { opening } from "./opening.js";
import { simhashJs } from "./simhash-js.js";
import { simhashRaw } from "./simhash-raw.js";
import { simhashTf } from "./simhash-tf.js";
import { sorensen } from "./sorensen.js";
import { spamsum } from "./spamsum.js";
import { tfintersection } from "./tfintersection.js";
import { title } from "./title.js";
import { wordcount } from "./wordcount.js";

/** The measures, by the keyword after `-tm`. Plug-ins add theirs. */
export const measures: Measure[] = [
  bytecount,
  classes,
  cosine,
  hosts,
  jaccard,
  language,
  length,
  levenshtein,
  links,
  ngrams,
  nlevenshtein,
  opening,
  simhashJs,
  simhashRaw,
  simhashTf,
  sorensen,
  spamsum,
  tfintersection,
  title,
  wordcount,
];
