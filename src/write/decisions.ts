import { groupBy } from "../base/math/group-by.js";
import { compareDatetimes, parseDatetime } from "../base/datetime.js";
import { labelledStatus, percentEncoded, printable, type TsvRow, tsvRows } from "../base/text.js";
import type { OverallStatus, TopicStatus } from "../base/types.js";

/** Label that a person gives a memento. `unsure` means that the person looked at it and did not decide. */
export type Label = OverallStatus;

/**
 * Returns the label of a text: `1` or `on-topic`, `0` or `off-topic`, `?` or `unsure`. Returns undefined for any other
 * text.
 */
export const readLabel = (text: string): Label | undefined =>
  text === "?" || text.toLowerCase() === "unsure" ? "unsure" : labelledStatus(text);

/**
 * A decision of a curator, as in `decisions.tsv`. The script of the report page uses this module, so it must not import
 * anything of Node.js.
 */
export interface Decision {
  /** URI-M, as returned by `uriMOf`. */
  readonly uriM: string;
  /**
   * Label. Absent if a sample asks for a decision and nobody has made one. Absent with `at` present if a person has
   * withdrawn a decision.
   */
  readonly label?: Label;
  /** Memento-datetime, ISO 8601 in UTC. */
  readonly date?: string;
  /** Kind of page according to the person or the tool, such as `parked`. */
  readonly kind?: string;
  readonly note?: string;
  /** Name of the person who decided. */
  readonly by?: string;
  /** Time of the decision, ISO 8601 in UTC. */
  readonly at?: string;
  /** Verdict of the tool. */
  readonly computed?: OverallStatus;
  /** Probability that the memento is off-topic, by the learned combination. */
  readonly probability?: number;
  /** Probability with which the memento was drawn into a sample. Absent for mementos chosen in another way. */
  readonly drawn?: number;
  /** Digest of the set of URI-Ms that were judged. */
  readonly run?: string;
  /**
   * `batch` if the memento was accepted together with similar mementos and never opened. Absent if a person looked at
   * the memento or at its case.
   */
  readonly seen?: "batch";
  /** URI-R of the seed that begins with this memento: earlier captures are of another page. */
  readonly begins?: string;
}

export interface LineProblem {
  /** Line number, from 1. */
  readonly number: number;
  readonly message: string;
}

export interface Decisions {
  /** Decisions in the order of the file. */
  readonly decisions: readonly Decision[];
  readonly problems: readonly LineProblem[];
  /** Columns of the file that are not columns of decisions. */
  readonly otherColumns: readonly string[];
}

/** Characters that a tab-separated file would not preserve are percent-encoded. */
export const uriMOf = (uriM: string): string =>
  printable(uriM.trim(), "percent").replace(/^[#"]/u, percentEncoded);

/**
 * The columns are found by their names, and a file of overrides can be read as well. Lines without a URI-M or a label
 * are reported and left out. Fields that cannot be read are treated in the same way.
 */
export function parseDecisions(text: string): Decisions {
  const rows = [...decisionRows(text)];
  return {
    decisions: rows.flatMap(({ decision }) => decision ?? []),
    problems: rows.flatMap(({ number, problems }) =>
      problems.map((message) => ({ number, message })),
    ),
    otherColumns: [...(rows[0]?.columns.keys() ?? [])].filter((name) => !KNOWN.has(name)),
  };
}

/** A line has no decision if it has no URI-M or no label. */
export function* decisionRows(text: string): Generator<{
  readonly number: number;
  readonly decision?: Decision;
  readonly problems: readonly string[];
  readonly columns: LabelColumns;
}> {
  for (const { number, field, columns } of labelRows(text)) {
    const uriM = uriMOf(field("uri"));
    const written = field("label");
    const label = readLabel(written);
    const { members, problems } = readMembers(field);
    const decision: Decision = { uriM, label, ...members };
    if (uriM === "") {
      yield { number, problems: ["no URI-M"], columns };
    } else if (written === "" ? saysSomething(decision) : label !== undefined) {
      yield { number, decision, problems, columns };
    } else {
      const message = `the label "${printable(written)}" is not 1, 0 or ?`;
      yield { number, problems: [message, ...problems], columns };
    }
  }
}

/** A decision without a label requests a label or withdraws one. */
const saysSomething = ({ label, drawn, at }: Decision): boolean =>
  label !== undefined || drawn !== undefined || at !== undefined;

type Members = Omit<Decision, "uriM" | "label">;

/** Conversion of a member from the text of its column, and back if the member is not that text. */
interface ColumnCodec<T> {
  read(text: string): T | undefined;
  write?(value: T): string;
}

const share: ColumnCodec<number> = {
  read(text) {
    const value = /^\d*[.,]?\d+(?:e-?\d+)?$/iu.test(text) ? Number(text.replace(",", ".")) : NaN;
    return value >= 0 && value <= 1 ? value : undefined;
  },
  write: (value) => String(Number(value.toPrecision(6))),
};

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\", "\\"],
  ["\t", "t"],
  ["\n", "n"],
  ["\r", "r"],
]);
const CHARACTERS: ReadonlyMap<string, string> = new Map(
  [...ESCAPES].map(([character, letter]) => [letter, character]),
);

/**
 * Text that people wrote. Control characters and backslashes are escaped, and also a quote at the start, which readers
 * would remove.
 */
const noteText: ColumnCodec<string> = {
  read(text) {
    const read = text.replace(
      /\\(?:u([\da-f]{4})|(.))/gsu,
      (_, code: string | undefined, letter: string) =>
        code === undefined
          ? (CHARACTERS.get(letter) ?? letter)
          : String.fromCharCode(Number.parseInt(code, 16)),
    );
    return read.trim() === "" ? undefined : read.trim();
  },
  write: (value) =>
    value
      .trim()
      .replace(/[\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
        const code = character.charCodeAt(0).toString(16).padStart(4, "0");
        return `\\${ESCAPES.get(character) ?? `u${code}`}`;
      })
      .replace(/^"/u, '\\"'),
};

const COLUMNS: { readonly [K in keyof Members]-?: ColumnCodec<NonNullable<Members[K]>> } = {
  date: { read: parseDatetime },
  kind: noteText,
  note: noteText,
  by: noteText,
  at: { read: parseDatetime },
  computed: { read: readLabel },
  probability: share,
  drawn: share,
  run: noteText,
  seen: { read: (text) => (text === "batch" ? text : undefined) },
  begins: { read: uriMOf, write: uriMOf },
};

/** Files of 0.2 have the column "settles", which means nothing any more. */
const KNOWN: ReadonlySet<string> = new Set(["uri", "label", ...Object.keys(COLUMNS), "settles"]);

function readMembers(field: (name: string) => string): {
  readonly members: Members;
  readonly problems: readonly string[];
} {
  const members: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, column] of Object.entries<ColumnCodec<unknown>>(COLUMNS)) {
    const text = field(name);
    if (text === "") continue;
    const value = column.read(text);
    if (value !== undefined) members[name] = value;
    else problems.push(`${name} "${printable(text)}" cannot be read`);
  }
  return { members, problems };
}

export const LABELS = { "on-topic": "1", "off-topic": "0", unsure: "?" } as const;

/** Returns the text of a file of decisions. It is sorted, so that the same decisions give the same bytes. */
export function formatDecisions(decisions: Iterable<Decision>): string {
  const lines = new Set([...decisions].filter(saysSomething).map(lineOf));
  const head = ["URI-M", "label", ...Object.keys(COLUMNS)].join("\t");
  const all = [head, ...[...lines].sort(byText)];
  // The last column, which few files need, is left out if it is empty.
  const isUsed = all.some((line, at) => at > 0 && !line.endsWith("\t"));
  const kept = isUsed ? all : all.map((line) => line.replace(/\t[^\t]*$/u, ""));
  return [...kept, ""].join("\n");
}

function lineOf({ uriM, label, ...members }: Decision): string {
  const cells = Object.entries<ColumnCodec<unknown>>(COLUMNS).map(([name, column]) => {
    const value: unknown = members[name as keyof Members];
    if (value === undefined) return "";
    return column.write?.(value) ?? (value as string);
  });
  return [uriMOf(uriM), label === undefined ? "" : LABELS[label], ...cells].join("\t");
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Merges decisions, whatever their order: the newest one on each memento counts. It replaces a row of a sample without a
 * decision, and gets the row's `drawn`.
 */
export function mergeDecisions(...sets: readonly Iterable<Decision>[]): Decision[] {
  const all = sets.flatMap((set) => [...set]);
  const byUriM = groupBy(
    all.map((decision): Decision => ({ ...decision, uriM: uriMOf(decision.uriM) })),
    ({ uriM }) => uriM,
  );
  return [...byUriM].sort(([a], [b]) => byText(a, b)).map(([, rows]) => newestOf(rows));
}

function newestOf(rows: readonly Decision[]): Decision {
  const newestFirst = rows.toSorted((a, b) => byTime(b.at, a.at) || byText(lineOf(a), lineOf(b)));
  const drawn = newestFirst.find((row) => row.drawn !== undefined)?.drawn;
  const made = newestFirst.find(({ label, at }) => label !== undefined || at !== undefined);
  const newest = made ?? newestFirst[0]!;
  return drawn === undefined ? newest : { ...newest, drawn };
}

export const isDecided = <T extends Pick<Decision, "label">>(
  decision: T,
): decision is T & { readonly label: TopicStatus } =>
  decision.label === "on-topic" || decision.label === "off-topic";

/** A decision without a time is the oldest. */
function byTime(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return compareDatetimes(a, b);
}

/** Places of columns by their names in lower case, `uri` also for `URI-M` and `URI-R`. */
export type LabelColumns = ReadonlyMap<string, readonly number[]>;

/** A row of gold data, overrides or decisions. */
interface LabelRow extends TsvRow {
  readonly columns: LabelColumns;
  /** Returns the field of the first column of a name, or an empty text. Labels of two columns that differ are no label. */
  readonly field: (name: string) => string;
}

const columnsOf = (all: readonly string[]): LabelColumns => groupBy(all.keys(), (at) => all[at]!);

const PUBLISHED = columnsOf(["id", "date", "uri", "label"]);
const PLAIN = columnsOf(["uri", "label"]);

/**
 * Yields the rows of a tab-separated file with labels: gold data, overrides or decisions. A header names the columns.
 * Without a header the columns are id, date, URI, label, as in the published gold standard, or URI, label. Files may have
 * been put together, each with its header.
 */
export function* labelRows(text: string): Generator<LabelRow> {
  let columns: LabelColumns | undefined;
  for (const row of tsvRows(text)) {
    const header = headerColumns(row, columns === undefined);
    if (header !== undefined) {
      columns = header;
      continue;
    }
    const isPublished = row.fields.length >= 4 && readLabel(row.fields[1] ?? "") === undefined;
    const places = (columns ??= isPublished ? PUBLISHED : PLAIN);
    const field = (name: string): string => {
      const values = (places.get(name) ?? []).map((place) => row.fields[place] ?? "");
      return (name === "label" ? [...new Set(values)].join(" or ") : values[0]) ?? "";
    };
    yield { ...row, columns, field };
  }
}

/** No row of a page has a column name in the place of its URI. */
function headerColumns({ fields }: TsvRow, isFirst: boolean): LabelColumns | undefined {
  const names = fields.map((field) => field.toLowerCase().replace(/^uri-[mr]$/u, "uri"));
  if (!names.includes("label")) return undefined;
  // If the second column is the label, a first column with an unknown name contains the URIs.
  if (isFirst && !names.includes("uri") && names[1] === "label") names[0] = "uri";
  return names.includes("uri") ? columnsOf(names) : undefined;
}
