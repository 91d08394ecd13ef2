/**
 * Figures that others have published for the whole gold standard, taken from the text of their papers. Two tables of
 * the toolkit's paper have further figures. Those are undefined here.
 */
const TOOLKIT = "Jones, Weigle and Nelson, The Off-Topic Memento Toolkit (2018), section 5";
const DETECTING =
  "AlNoamany, Weigle and Nelson, Detecting off-topic pages within TimeMaps in Web archives (2016), abstract";

/** Size of each collection, from table 3 of the toolkit's paper. */
export const published = new Map([
  ["1068", { seeds: 199, mementos: 2302, offTopic: 95 }],
  ["2358", { seeds: 136, mementos: 6886, offTopic: 384 }],
  ["2950", { seeds: 255, mementos: 6569, offTopic: 458 }],
]);

/** Best thresholds with their F1 and accuracy, first those of AlNoamany, then those of OTMT. */
export const figures = [
  { by: "AlNoamany", of: "bytecount", cut: "< -0.65", f1: 0.584, source: TOOLKIT },
  { by: "AlNoamany", of: "wordcount", cut: "< -0.85", source: TOOLKIT },
  { by: "AlNoamany", of: "jaccard, as a similarity", cut: "< 0.05", f1: 0.538, source: TOOLKIT },
  { by: "AlNoamany", of: "cosine", cut: "< 0.15", f1: 0.881, source: TOOLKIT },
  {
    ...{ by: "AlNoamany", of: "cosine, wordcount", cut: "< 0.10, < -0.85" },
    ...{ f1: 0.906, accuracy: 0.987, source: DETECTING },
  },
  { by: "OTMT", of: "bytecount", cut: "< -0.39", f1: 0.756, source: TOOLKIT },
  { by: "OTMT", of: "wordcount", cut: "< -0.70", source: TOOLKIT },
  { by: "OTMT", of: "jaccard", cut: "> 0.94", f1: 0.651, source: TOOLKIT },
  { by: "OTMT", of: "sorensen", cut: "> 0.88", source: TOOLKIT },
  { by: "OTMT", of: "simhash-tf", cut: "> 28", source: TOOLKIT },
  { by: "OTMT", of: "simhash-raw", cut: "> 25", source: TOOLKIT },
  { by: "OTMT", of: "cosine", cut: "< 0.12", f1: 0.766, source: TOOLKIT },
  { by: "OTMT", of: "gensim_lsi", cut: "< 0.10", f1: 0.711, source: TOOLKIT },
];
