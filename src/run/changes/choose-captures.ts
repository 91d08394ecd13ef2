import type { InputItem } from "../../base/types.js";
import { hash53 } from "../../base/math/sketch.js";
import { counted } from "../../base/text.js";
import { inWindow } from "../../read/archives/window.js";
import type { Chosen, ListedCapture, ListedTimeMap } from "../../read/types.js";
import { sortKeyOf } from "../lines/lines.js";
import { Collector } from "../records/collect.js";
import type { FetchCheck } from "../setup/tally.js";
import { FAILED, FetchPlan, toleranceOf, type Unread } from "./fetch-plan.js";
import { type JudgeContext, TimeMapJudge } from "./timemap-judge.js";

/** Number of captures of a TimeMap that are read at the same time. */
const READ_AT_ONCE = 8;
/** Number of TimeMaps of the sample that are read at the same time. */
const CHECKED_AT_ONCE = 8;
/** Verdict on a capture that was read and is no page. */
const NO_PAGE = "no page";

interface ChooseOptions {
  /** Share by which the lengths of two captures in a row may differ if their content is likely to be the same. */
  readonly within: number;
  /** Number of captures that are read at the end although their verdicts can be inferred. */
  readonly check: number;
}

/** A TimeMap while captures of it may still be read. */
interface OpenTimeMap {
  readonly listed: ListedTimeMap;
  readonly plan: FetchPlan;
  readonly judge: TimeMapJudge;
  /** Captures of the sample, by position. */
  readonly sample: Map<number, Unread>;
}

/**
 * Reads the captures of TimeMaps whose verdicts cannot be inferred from others, and makes lines of all (`--fetch
 * changes`). TimeMaps with a capture of the sample stay open until the sample of all TimeMaps is known.
 */
export class CaptureChooser {
  readonly #options: ChooseOptions;
  readonly #context: JudgeContext;
  readonly #collector: Collector;
  /** The captures with the lowest hashes, in their order. */
  readonly #sample: { rank: number; name: string; of: OpenTimeMap; at: number }[] = [];
  readonly #open = new Set<OpenTimeMap>();
  #inferred = 0;

  constructor(options: ChooseOptions, context: JudgeContext) {
    this.#options = options;
    this.#context = context;
    this.#collector = new Collector(context.sink, context.collect);
  }

  /** Reads what is wanted of a TimeMap. Several may be under way at the same time. */
  async choose(listed: ListedTimeMap): Promise<Chosen> {
    const plan = new FetchPlan(listed.captures, toleranceOf(this.#options.within));
    const judge = new TimeMapJudge(this.#context);
    const of: OpenTimeMap = { listed, plan, judge, sample: new Map() };
    this.#open.add(of);
    await this.#readWanted(of);
    const inferred = [...plan.unread()].filter((each) => plan.verdictOf(each) !== undefined);
    this.#inferred += inferred.length;
    for (const timeMap of this.#draw(of, inferred)) await this.#conclude(timeMap);
    return { inferred: inferred.length };
  }

  /** Reads the sample, after all TimeMaps, and further captures where it shows that a verdict differs. */
  async finish(): Promise<FetchCheck> {
    let [checked, differ] = [0, 0];
    const check = async (of: OpenTimeMap): Promise<void> => {
      const { plan, sample, listed } = of;
      const inferred = [...sample].map(([at, unread]) => [at, plan.verdictOf(unread)] as const);
      await this.#read(of, new Set(inferred.map(([at]) => listed.captures[at]!.content)));
      for (const [at, verdict] of inferred) {
        const found = plan.verdictAt(at);
        if (found === undefined || found === FAILED) continue;
        checked += 1;
        if (found !== verdict) differ += 1;
      }
      await this.#readWanted(of);
      await this.#conclude(of);
    };
    const checks = inWindow([...this.#open], { size: CHECKED_AT_ONCE }, check);
    while ((await checks.next()).done !== true);
    return { inferred: this.#inferred, checked, differ };
  }

  close(): void {
    for (const { judge } of this.#open) judge.close();
    this.#open.clear();
  }

  async #readWanted(of: OpenTimeMap): Promise<void> {
    for (let next = of.plan.next(); next.size > 0; next = of.plan.next())
      await this.#read(of, next);
  }

  /** Reads some contents, and judges all captures of the TimeMap that have been read. */
  async #read(
    { listed: { captures, read }, plan, judge, sample }: OpenTimeMap,
    contents: ReadonlySet<number>,
  ): Promise<void> {
    const reading = inWindow(contents, { size: READ_AT_ONCE }, async (content) => {
      for (const item of await read(content)) await judge.take(item);
    });
    while ((await reading.next()).done !== true);
    const known = [...captures.entries()].filter(
      ([at, { content }]) => contents.has(content) || plan.verdictAt(at) !== undefined,
    );
    // No verdict is needed if there is nothing to infer or to check.
    const isNeeded = known.length < captures.length || sample.size > 0;
    const verdicts = isNeeded ? await judge.verdicts() : undefined;
    for (const [at, { capture }] of known) {
      plan.judged(at, verdicts?.get(sortKeyOf(capture)) ?? NO_PAGE);
    }
  }

  /** Puts captures into the sample if their hashes are the lowest of all. Returns the TimeMaps that have none in it. */
  #draw(of: OpenTimeMap, inferred: readonly Unread[]): readonly OpenTimeMap[] {
    const left = new Set([of]);
    for (const unread of inferred) {
      const { at } = unread;
      const { capture } = of.listed.captures[at]!;
      const { uriR, uriT = "", mementoDatetime } = capture;
      const rank = hash53(`${uriR} ${mementoDatetime}`);
      of.sample.set(at, unread);
      this.#sample.push({ rank, name: `${uriT} ${sortKeyOf(capture)}`, of, at });
      this.#sample.sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
      const out = this.#sample[this.#options.check];
      if (out === undefined) continue;
      this.#sample.pop();
      out.of.sample.delete(out.at);
      left.add(out.of);
    }
    return [...left].filter(({ sample }) => sample.size === 0);
  }

  /** Passes on the captures that are not read, and closes the TimeMap. */
  async #conclude(of: OpenTimeMap): Promise<void> {
    const { plan, listed, judge } = of;
    for (const unread of plan.unread()) {
      await this.#collector.take(inferredItem(unread, plan.verdictOf(unread), listed.captures));
    }
    await judge.end();
    await listed.end?.();
    this.#open.delete(of);
  }
}

function inferredItem(
  { at, before, after, asked }: Unread,
  verdict: string | undefined,
  captures: readonly ListedCapture[],
): InputItem {
  const { capture, status } = captures[at]!;
  if (verdict === undefined) {
    const message = `not read, because none of ${counted(asked, "capture")} like it in the index could be read`;
    return { kind: "missed", capture, problem: { stage: "access", message } };
  }
  if (verdict === NO_PAGE) {
    return { kind: "skipped", reason: "not read: the captures beside it are no pages" };
  }
  const beside = [before, after].filter((each) => each !== undefined);
  const inferredFrom = beside.map((each) => sortKeyOf(captures[each]!.capture));
  return { kind: "inferred", capture: { ...capture, status, inferredFrom } };
}
