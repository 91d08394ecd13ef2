import { compareDatetimes } from "../../base/datetime.js";
import { asciiJson, parsedJson } from "../../base/json.js";
import { counted } from "../../base/text.js";
import type { Capture } from "../../base/types.js";
import { isTimeMapKey, resolveLocation, seedKey } from "../../base/uri.js";
import type { FeatureRecord } from "../../page/types.js";
import type { LineSource, SurveyRound } from "../../score/evidence/collection-evidence.js";
import type { Values as RecordValues } from "../../score/scoring/compare.js";
import type { Settings } from "../../score/settings/types.js";
import { pathOfForm, ruleForm } from "./rule.js";
import type { AliasData, Candidate, Candidates, How, Refused } from "./types.js";

/*
 * The first round finds pairs of TimeMaps that may be one: an archived permanent redirect, a canonical link or a rule connects
 * them. Each TimeMap gives lines under its own name, under the names to which it leads, and under the form of its address.
 */

/** Maximum number of refused pairs that results tell of. */
export const MOST_REFUSED = 1_000;
/** Minimum number of addresses that lead to one page for which each must have the path of that page. */
const MANY = 3;

interface Target {
  readonly uriR: string;
  readonly first: string;
  readonly last: string;
  /** Name that its last page calls its own. */
  readonly canonical?: string | undefined;
}

interface Leading {
  readonly old: string;
  readonly uriR: string;
  readonly last?: string | undefined;
  readonly from?: string;
  readonly status?: number | undefined;
  readonly back?: string | undefined;
  readonly turns?: true;
}

interface Ruled {
  readonly name: string;
  readonly uriR: string;
  readonly first: string;
  readonly last: string;
}

type Line =
  | { readonly kind: "0"; readonly value: Target }
  | { readonly kind: "1" | "2"; readonly value: Leading }
  | { readonly kind: "3"; readonly value: Ruled };

type By = Settings["groupCapturesBy"];

/** Returns the key by which the names of pages are compared. */
export const nameOf = ({ key, capture }: FeatureRecord, by: By): string =>
  isTimeMapKey(key) ? seedKey(capture.uriR, by) : key;

/** Returns the name to which a capture leads by a redirect; undefined for a page of its own. */
export function leadsTo(
  { capture: { via } }: FeatureRecord,
  name: string,
  by: By,
): string | undefined {
  const target = via === undefined ? name : seedKey(via.uriR, by);
  return target === name ? undefined : target;
}

export const isPermanent = ({ via }: Capture): boolean =>
  via?.status === 301 || via?.status === 308;

/** Tells whether a capture shows a page of its own. */
export const isOwnPage = ({ problem, capture: { status = 200 } }: FeatureRecord): boolean =>
  problem === undefined && status >= 200 && status < 300;

export function candidatesRound({
  groupCapturesBy: by,
}: Settings): Omit<SurveyRound<AliasData>, "inPart"> {
  return {
    *ofTimeMap(values, at) {
      yield* linesOfTimeMap(values, at[2]!, by);
    },
    data: async (sorted) => ({ candidates: await candidatesOf(sorted) }),
  };
}

function* linesOfTimeMap(values: RecordValues, canonicalAt: number, by: By): Generator<string> {
  let name: string | undefined;
  let uriR = "";
  let [first, last, back]: (string | undefined)[] = [];
  let address: string | undefined;
  let moved:
    | { target: string; from: string; last: string | undefined; status?: number | undefined }
    | undefined;
  const before = new Set<string>();
  let turns = false;
  for (const record of values.group.records()) {
    const { capture } = record;
    const { mementoDatetime: date } = capture;
    if (name === undefined) [name, uriR] = [nameOf(record, by), capture.uriR];
    const target = leadsTo(record, name, by);
    if (target !== undefined) {
      if (!isPermanent(capture)) continue;
      back = undefined;
      if (moved?.target === target) continue;
      turns ||= before.has(target);
      before.add(target);
      moved = { target, from: date, last, status: capture.via?.status };
    } else if (isOwnPage(record)) {
      [first, last] = [first ?? date, date];
      if (moved !== undefined) back ??= date;
      const link = values.value(canonicalAt, record);
      address = typeof link === "string" ? resolveLocation(link, capture.uriR) : undefined;
    }
  }
  if (name === undefined) return;
  const line = (key: string, { kind, value }: Line): string =>
    `${key}\t${kind}\t${asciiJson(value)}`;
  if (moved !== undefined) {
    const { target, ...rest } = moved;
    const value = { old: name, uriR, back, ...rest, ...(turns && { turns: true as const }) };
    yield line(target, { kind: "1", value });
  }
  if (first === undefined || last === undefined) return;
  const canonical = address === undefined ? undefined : seedKey(address, by);
  yield line(name, { kind: "0", value: { uriR, first, last, canonical } });
  if (canonical !== undefined && canonical !== name) {
    yield line(canonical, { kind: "2", value: { old: name, uriR, last } });
  }
  yield line(`=${ruleForm(seedKey(uriR))}`, { kind: "3", value: { name, uriR, first, last } });
}

/** Reads sorted lines. Memory grows with the candidates only, because each name is the target of few of them. */
async function candidatesOf(sorted: LineSource): Promise<Candidates> {
  const found = new CandidateList();
  let key: string | undefined;
  let group = new Group("", found);
  for await (const line of sorted) {
    const [own = "", kind, json = ""] = line.split("\t");
    if (own !== key) {
      group.end();
      [key, group] = [own, new Group(own, found)];
    }
    group.take({ kind, value: parsedJson(json) } as Line);
  }
  group.end();
  return found.candidates();
}

class CandidateList {
  /** The keys are both names, because several things may connect them. The strongest one comes first. */
  readonly #list = new Map<string, Candidate>();
  readonly #refused: Refused[] = [];
  #refusedCount = 0;

  add(candidate: Candidate): void {
    const key = `${candidate.old}\t${candidate.new}`;
    const before = this.#list.get(key);
    if (before === undefined || RANK[candidate.how] < RANK[before.how]) {
      this.#list.set(key, candidate);
    }
  }

  refuse(refused: Refused): void {
    this.#refusedCount += 1;
    if (this.#refused.length < MOST_REFUSED) this.#refused.push(refused);
  }

  candidates(): Candidates {
    const list = [...this.#list.values()];
    return { list, refused: this.#refused, refusedCount: this.#refusedCount };
  }
}

const RANK: Readonly<Record<How, number>> = { redirect: 0, canonical: 1, rule: 2 };

/** The lines with one key, those of the name itself first. */
class Group {
  readonly #key: string;
  readonly #found: CandidateList;
  #target: Target | undefined;
  /** The addresses that lead here: all while they are few, and then those with the same path. */
  #leading: (readonly [how: How, from: Leading])[] = [];
  /** Forms of the addresses that lead here, as long as they are few. */
  readonly #forms = new Set<string>();
  #others = 0;
  readonly #sample: Leading[] = [];
  readonly #ruled: Ruled[] = [];

  constructor(key: string, found: CandidateList) {
    this.#key = key;
    this.#found = found;
  }

  take({ kind, value }: Line): void {
    if (kind === "0") this.#target ??= value;
    else if (kind === "3") this.#ruled.push(value);
    else if (this.#target !== undefined) this.#lead(kind === "1" ? "redirect" : "canonical", value);
    else if (kind === "1")
      this.#refuse(value, this.#key, "none of its captures is a page that this run judges");
  }

  #lead(how: How, from: Leading): void {
    // Both sides must name the address as that of the page.
    if (how === "canonical" && this.#target?.canonical !== this.#key) return;
    if (this.#forms.size < MANY) this.#forms.add(ruleForm(seedKey(from.uriR)));
    if (this.#forms.size < MANY || this.#hasSamePath(from)) this.#leading.push([how, from]);
    else {
      this.#others += 1;
      if (this.#sample.length < MANY) this.#sample.push(from);
    }
  }

  #hasSamePath({ uriR }: Leading): boolean {
    const path = (address: string): string => pathOfForm(ruleForm(seedKey(address)));
    return path(uriR) === path(this.#target!.uriR);
  }

  end(): void {
    const target = this.#target;
    const isMany = this.#forms.size >= MANY;
    for (const [how, from] of this.#leading) {
      const { old, uriR, last, from: date = "", status, back, turns } = from;
      if (target === undefined) continue;
      if (isMany && !this.#hasSamePath(from)) {
        this.#others += 1;
        this.#sample.push(from);
      } else if (turns === true) {
        this.#refuse(from, target.uriR, "its redirects lead to several addresses by turns");
      } else if (last === undefined) {
        this.#refuse(from, target.uriR, "it has no page of its own before the redirect");
      } else {
        this.#found.add({
          ...{ how, old, oldUriR: uriR, new: this.#key, newUriR: target.uriR },
          ...{ oldLast: last, newLast: target.last, status, back },
          from: how === "redirect" ? date : later(target.first, date),
        });
      }
    }
    for (const [at, from] of this.#sample.entries()) {
      if (at >= MANY) break;
      this.#refuse(
        from,
        target!.uriR,
        `${counted(this.#others, "page")} with other paths lead there`,
      );
    }
    const byTime = this.#ruled.sort(
      (a, b) => compareDatetimes(a.last, b.last) || (a.name < b.name ? -1 : 1),
    );
    for (const [at, older] of byTime.entries()) {
      const newer = byTime[at + 1];
      if (newer === undefined || newer.name === older.name) continue;
      this.#found.add({
        ...{
          how: "rule",
          old: older.name,
          oldUriR: older.uriR,
          new: newer.name,
          newUriR: newer.uriR,
        },
        ...{ oldLast: older.last, newLast: newer.last, from: later(newer.first, older.first) },
      });
    }
  }

  #refuse({ uriR }: Leading, newUriR: string, because: string): void {
    this.#found.refuse({ oldUriR: uriR, newUriR, because });
  }
}

const later = (one: string, other: string): string =>
  other !== "" && compareDatetimes(one, other) < 0 ? other : one;
