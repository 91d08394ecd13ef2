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
