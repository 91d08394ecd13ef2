import { englishStopList } from "./stop-lists/en.js";

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/u));
}

/**
 * Abbreviations after which a sentence may go on, without their last full stop. A capital letter alone is an
 * abbreviation where it is rarely a word's or a list's last letter. What NLTK's English model does not know is not
 * here (etc., e.g., i.e.): thresholds depend on its sentences.
 */
export const abbreviations: ReadonlySet<string> = wordsOf(`
adm col gen lt maj sen rep reps dr prof mr mrs ms messrs jr sr st ph.d m.b.a
jan feb aug sep sept oct nov dec mon tues wed fri
ala ariz calif colo conn fla ga ill kan ky mass mich minn nev ok okla ore pa tenn va vt wash wis
w.va
bros co corp cos inc ltd cie s.a s.p.a n.v b.v
a.m p.m u.s u.s.a u.k u.n u.s.s.r d.c l.a n.c n.d n.h n.j n.m n.y r.i s.c a.d c.v
ave ft ct yr mg chg v vs
c d e f g h k l m n p r s t w
j.b j.c j.j j.k j.p j.r r.h r.j r.k t.j w.c w.r w.w e.f e.h e.l e.m f.g f.j g.d g.f g.k h.c h.f
h.m l.f l.p m.j a.a a.c a.g a.h a.s a.t d.h d.w
`);

/** Words that, written with a capital letter after an abbreviation, start a sentence. */
export const sentenceStarters: ReadonlySet<string> = wordsOf(`
according although among both but despite even he however i if in indeed instead it many
meanwhile moreover most nevertheless nonetheless nor separately similarly since so some the
there these they this though thus under when while yet
`);

/** Words that are common in lower case, so that with a capital letter after an initial they are no name. */
export const commonWords: ReadonlySet<string> = englishStopList;
