import { PatternFinder } from "../scoring/assess.js";
import { printable } from "../mementos/text.js";
import { Spill } from "../shuffle.js";
import { members } from "../json.js";
import { text } from "./codec.js";
import { overrideEntry, parseKeepingSimhash, readEntry, withSimhash } from "./entry.js";
import { overridden, type Overrides } from "./overrides.js";

/** Lines of one TimeMap held in memory; those of a larger one wait in a temporary file. */
const HELD = 5000;

type Row = Readonly<Record<string, unknown>>;

/** A line of JSON Lines, and what it says. */
export interface ResultLine {
  readonly line: string;
  readonly row: Row;
}

/**
 * JSON Lines with a curator's verdicts, as the run would have written them: those of one grouping key come
 * together. Lines of TimeMaps that no override meets stay as they are.
 */
export async function* overrideLines(
  lines: AsyncIterable<ResultLine>,
  overrides: Overrides,
): AsyncGenerator<ResultLine, undefined> {
  let group = new LineGroup(undefined, overrides);
  try {
    for await (const { line, row } of lines) {
      if (row["grouping key"] !== group.key) {
        yield* group.lines();
        group.close();
        group = new LineGroup(row["grouping key"], overrides);
      }
      group.add(line, row);
    }
    yield* group.lines();
  } finally {
    group.close();
  }
}

/** The lines of one grouping key. */
class LineGroup {
  readonly key: unknown;
  readonly #overrides: Overrides;
  readonly #lines = new Spill<string>("merge-", HELD, (line) => line);
  readonly #finder = new PatternFinder();
  #isOverridden = false;

  constructor(key: unknown, overrides: Overrides) {
    this.key = key;
    this.#overrides = overrides;
  }

  add(line: string, row: Row): void {
    this.#lines.add(line, () => line, 1);
    const memento = mementoOf(row);
    if (memento === undefined) return;
    const judged = overridden(memento, this.#overrides);
    if (judged !== memento) this.#isOverridden = true;
    this.#finder.add(judged.overall);
  }

  *lines(): Generator<ResultLine> {
    for (const line of this.#lines.all()) {
      const row = members(parseKeepingSimhash(line));
      yield this.#isOverridden ? this.#judged(line, row) : { line, row };
    }
  }

  close(): void {
    this.#lines.close();
  }

  #judged(line: string, row: Row): ResultLine {
    const memento = mementoOf(row);
    if (memento === undefined) return { line, row };
    const judged = overridden(memento, this.#overrides);
    const verdict = Object.entries(overrideEntry(judged));
    const moved = new Set([...verdict.map(([name]) => name), "pattern", SIMHASH]);
    const rest = Object.entries(row).filter(([name]) => !moved.has(name));
    // As a run writes them: the verdict before the evidence, the pattern before what says the run.
    const before = (names: readonly string[]): number => {
      const at = rest.findIndex(([name]) => names.includes(name));
      return at < 0 ? rest.length : at;
    };
    const [middle, end] = [
      before(["evidence", "text simhash", "page kind", "inputs", "text", ...RUN]),
      before(RUN),
    ];
    const object = Object.fromEntries([
      ...rest.slice(0, middle),
      ...verdict,
      ...rest.slice(middle, end),
      ["pattern", this.#finder.pattern()],
      ...rest.slice(end),
    ]);
    const written = printable(JSON.stringify(object), "json");
    return {
      line: withSimhash(written, text.read(row[SIMHASH]), ""),
      row: { ...object, [SIMHASH]: row[SIMHASH] },
    };
  }
}

/** What says the run of a row; before 0.2 it had the settings themselves. */
const RUN = ["tool", "digest"];
const SIMHASH = "raw memento simhash value";

function mementoOf(row: Row): ReturnType<typeof readEntry> | undefined {
  const { "URI-T": uriT, "URI-M": uriM } = row;
  if (typeof uriT !== "string" || typeof uriM !== "string") return undefined;
  return readEntry(uriT, uriM, row);
}
