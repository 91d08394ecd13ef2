import { counted } from "../../base/text.js";
import type { NamedPages } from "../../score/evidence/collection-evidence.js";
import { MOST_REFUSED } from "./candidates.js";
import { NamedPage, type Step } from "./named-page.js";
import type { Candidate, Candidates, PagesOfPair, Refused, SitePage, Words } from "./types.js";

/** Minimum number of words of their own that both pages must have, and that of pages which are nearly equal. */
const FEWEST_WORDS = 8;
const FEWEST_OF_EQUAL = 3;
const NEARLY_EQUAL = 0.9;
/** Minimum share of words in common, where pages of the same sites show which words are the template's. */
const LEAST_ALIKE = 0.5;
/** The same where no page shows the template. */
const LEAST_ALIKE_ALONE = 0.8;
/** Pages of the site with a larger share of words in common are this page under another name. */
const SAME_PAGE = 0.8;

type Verdict =
  | { readonly isOne: true; readonly because: string; readonly isBack: boolean }
  | { readonly isOne: false; readonly because: string };

/** Returns the share of the words of two pages that both have. */
function jaccard(one: Words, other: Words): number {
  const words = new Set(one);
  const shared = other.filter((word) => words.has(word)).length;
  const all = one.length + other.length - shared;
  return all === 0 ? 0 : shared / all;
}

/** Returns the words that at least half of the other pages have too. */
function templateOf(others: readonly SitePage[]): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const { words } of others) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const least = others.length / 2;
  return new Set([...counts].flatMap(([word, count]) => (count >= least ? [word] : [])));
}

/** Compares two pages by the words that are not those of their sites. */
function alike(old: Words, renamed: Words, pages: readonly SitePage[]): Verdict {
  const others = pages.filter(
    ({ words }) => jaccard(words, old) < SAME_PAGE && jaccard(words, renamed) < SAME_PAGE,
  );
  const template = templateOf(others);
  const own = (words: Words): Words => words.filter((word) => !template.has(word));
  const [one, other] = [own(old), own(renamed)];
  const share = jaccard(one, other);
  const fewest = share < NEARLY_EQUAL ? FEWEST_WORDS : FEWEST_OF_EQUAL;
  if (one.length < fewest || other.length < fewest) {
    return { isOne: false, because: "the pages around the change have too few words of their own" };
  }
  const least = others.length > 0 ? LEAST_ALIKE : LEAST_ALIKE_ALONE;
  const because = `the pages around the change have ${Math.floor(share * 100)}% of their words in common`;
  return share >= least ? { isOne: true, because, isBack: false } : { isOne: false, because };
}

function verdictOn({ old, renamed, back, others, candidate }: PagesOfPair): Verdict {
  if (old === undefined) {
    return { isOne: false, because: "it has no ordinary page before the change" };
  }
  if (renamed === undefined) {
    return { isOne: false, because: "no ordinary page is there after the change" };
  }
  const verdict = alike(old, renamed, others);
  if (!verdict.isOne || candidate.back === undefined) return verdict;
  const again = back === undefined ? undefined : alike(back, renamed, others);
  const date = candidate.back.slice(0, 10);
  if (again?.isOne !== true) {
    return { isOne: false, because: `its address has another page since ${date}` };
  }
  return { ...verdict, isBack: true };
}

/** Returns the pages that moved, with a remark on every move and on every pair of names that is not joined. */
export async function decided(
  { refused, refusedCount }: Candidates,
  pairs: AsyncIterable<PagesOfPair>,
): Promise<NamedPages> {
  const steps: Step[] = [];
  const told: string[] = [];
  const remarks = new Map<string, string>();
  const left: Refused[] = [...refused];
  let leftCount = refusedCount;
  for await (const pair of pairs) {
    const { candidate } = pair;
    const { old, new: renamed, oldUriR, newUriR, oldLast, newLast, from } = candidate;
    const verdict = verdictOn(pair);
    if (!verdict.isOne) {
      leftCount += 1;
      if (left.length < MOST_REFUSED) {
        left.push({
          oldUriR,
          newUriR,
          because: `${connection(candidate)}, but ${verdict.because}`,
        });
      }
      continue;
    }
    steps.push({
      ...{ key: old, old: oldUriR, next: renamed, new: newUriR, from },
      ...{ last: [oldLast, newLast], isBack: verdict.isBack },
    });
    const remark = `continues as ${newUriR} from ${from.slice(0, 10)} (--aliases): ${connection(candidate)}, and ${verdict.because}`;
    remarks.set(oldUriR, remark);
    told.push(`${oldUriR} ${remark.replace(" (--aliases)", "")}`);
  }
  const isOne = new Set(steps.map((step) => `${step.old}\t${step.new}`));
  const refusals = left.filter(({ oldUriR, newUriR }) => !isOne.has(`${oldUriR}\t${newUriR}`));
  for (const { oldUriR, newUriR, because } of refusals) {
    const remark = `is not joined with ${newUriR} (--aliases): ${because}`;
    if (!remarks.has(oldUriR)) remarks.set(oldUriR, remark);
    told.push(`${oldUriR} ${remark.replace(" (--aliases)", "")}`);
  }
  const more = leftCount - left.length + Math.max(0, told.length - MOST_TOLD);
  return {
    pages: NamedPage.all(steps).map((page) => page.names()),
    remarks,
    told: [
      ...told.slice(0, MOST_TOLD).map((each) => `--aliases: ${each}`),
      ...(more > 0 ? [`--aliases: and ${counted(more, "more pair")}`] : []),
    ],
  };
}

/** Maximum number of pairs that are told in messages. Results tell of more. */
const MOST_TOLD = 20;

function connection({ how, status }: Candidate): string {
  if (how === "redirect") return `permanent redirect (${status ?? 301})`;
  return how === "canonical" ? "canonical link" : "the same address but for its ending";
}
