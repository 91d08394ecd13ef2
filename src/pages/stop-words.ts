import { readMadeData, readStopList, stopListNames } from "../platform/data.js";
import { primarySubtag } from "./characters.js";

/** English stop words: the list of NLTK 3.8 (179 words), which OTMT uses. */
export const englishStopWords: ReadonlySet<string> = new Set(
  `
i me my myself we our ours ourselves you you're you've you'll you'd your yours yourself
yourselves he him his himself she she's her hers herself it it's its itself they them their
theirs themselves what which who whom this that that'll these those am is are was were be been
being have has had having do does did doing a an the and but if or because as until while of at
by for with about against between into through during before after above below to from up down
in out on off over under again further then once here there when where why how all any both each
few more most other some such no nor not only own same so than too very s t can will just don
don't should should've now d ll m o re ve y ain aren aren't couldn couldn't didn didn't doesn
doesn't hadn hadn't hasn hasn't haven haven't isn isn't ma mightn mightn't mustn mustn't needn
needn't shan shan't shouldn shouldn't wasn wasn't weren weren't won won't wouldn wouldn't
`
    .trim()
    .split(/\s+/u),
);
/**
 * The stop words of a language (BCP 47, the primary subtag counts), in lower case; none where there is no list. English:
 * NLTK's list, which OTMT uses; others: `stopwords-iso`, read when one of them is first asked for.
 */
export function stopWords(language: string): ReadonlySet<string> {
  const code = primarySubtag(language);
  return code === "en" ? englishStopWords : commonWords(language);
}

/** The words of `stopwords-iso`, which are frequent in texts on any subject; English has seven times as many there. */
export function commonWords(language: string): ReadonlySet<string> {
  const code = primarySubtag(language);
  return stopWordsOf().get(code === "nb" || code === "nn" ? "no" : code) ?? none;
}

/** The languages (primary subtags) that {@link stopWords} has a list for. */
export function stopWordLanguages(): readonly string[] {
  return [...stopWordsOf().keys()].sort();
}

const none: ReadonlySet<string> = new Set();

let read: ReadonlyMap<string, ReadonlySet<string>> | undefined;

function stopWordsOf(): ReadonlyMap<string, ReadonlySet<string>> {
  return (read ??= readLists());
}

function readLists(): ReadonlyMap<string, ReadonlySet<string>> {
  const all = readMadeData("stop-words.json") as Readonly<Record<string, string[]>>;
  return new Map(Object.entries(all).map(([code, words]) => [code, new Set(words)]));
}
/*
 * NOTICE: the list is `English.txt` of jusText, Copyright (c) 2011, Jan Pomikalek, under the 2-Clause BSD License:
 *
 * Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
 * following conditions are met: 1. Redistributions of source code must retain the above copyright notice, this list
 * of conditions and the following disclaimer. 2. Redistributions in binary form must reproduce the above copyright
 * notice, this list of conditions and the following disclaimer in the documentation and/or other materials provided
 * with the distribution.
 *
 * THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
 * INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
 * DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
 * SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
 * SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
 * WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE
 * USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
 */

/** jusText's English stop list (453 words, punctuation attached as it stands in running text). */
export const englishStopList: ReadonlySet<string> = new Set(
  `
"the (born (the a able about according across after again against age air album all almost along
also although american among an and announced another any appeared appointed approximately april
are area army around as at august australian available average back band based be became because
become been before began being best between book born both british building built business but
by called came can canadian career century character children church city close club college
common community company considered continued control could council country county county,
created current currently david day days de death december described designed developed
development did died different district do does down due during each early east either elected
end english established european even eventually every family famous father featured features
february few field film final first five followed following football for form formed former
found founded four french from full further game games gave general george german get given good
government great group had has have having he head held help her high him himself his history
history. home house how however, i if important in include included includes including income
indian international into is it its james january japanese john joined july june just king known
land large largest last late later law lead leading league led left less life life. like line
live living local located london long lost made main major make making many march married may
member members men miles military million modern more most moved much music must name named
national near never new next no north not november now number october of off official often old
on once one only open opened or order original originally other out over own part party people
per performed period place play played player playing point political popular population
position power president produced production professional program public published radio rather
received record recorded released remained research result returned right river robert role
royal run said same san school season second see seen sent september series served service set
several she short should show side signed similar since single site six small so social sold
some son song south special species st. started state states station still story students such
support system take taken team television term than that the their them then there these they
third this those though three through throughout time time, times title to together took top
total town two u.s. under united university until up upon us use used using usually various
version very village war was water way we well went were west western what when where which
while who will william with within without won work worked working works world would written
wrote year years years, years. york you young
`
    .trim()
    .split(/\s+/u),
);
/**
 * The words by which jusText knows running text of a language (BCP 47, the primary subtag counts), in lower case: its
 * own lists, read when one of them is first asked for. Undefined where there is no list: jusText then works
 * independently of the language.
 */
export function stopList(language: string): ReadonlySet<string> | undefined {
  const code = primarySubtag(language);
  if (code === "en") return englishStopList;
  const named = code === "nb" ? "no" : code;
  const known = stopListsOf.get(named);
  if (known !== undefined || !stopListLanguages().includes(named)) return known;
  const list = new Set(readStopList(named).split("\n"));
  stopListsOf.set(named, list);
  return list;
}

/** The languages (primary subtags) that {@link stopList} has a list for. */
export function stopListLanguages(): readonly string[] {
  return (languages ??= ["en", ...stopListNames()].sort());
}

const stopListsOf = new Map<string, ReadonlySet<string>>();
let languages: readonly string[] | undefined;
