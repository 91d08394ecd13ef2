import { groupBy } from "../base/math/group-by.js";
import { compareDatetimes, parseDatetime } from "../base/datetime.js";
import { labelledStatus, percentEncoded, printable, type TsvRow, tsvRows } from "../base/text.js";
import type { OverallStatus, TopicStatus } from "../base/types.js";

/** What a person says of a memento; `unsure` is seen and not decided. */
export type Label = OverallStatus;

/** What a label means: `1` or `on-topic`, `0` or `off-topic`, `?` or `unsure`; undefined for others. */
export const readLabel = (text: string): Label | undefined =>
  text === "?" || text.toLowerCase() === "unsure" ? "unsure" : labelledStatus(text);

/**
 * Decisions of curators, as `decisions.tsv` has them: a row for each memento, or for each of several people who
 * contradict each other. The page of a report uses this file too: nothing of Node.js may be imported.
 */
export interface Decision {
  /** As `uriMOf` writes it. */
  readonly uriM: string;
  /** Absent where a sample asks for it and nobody has decided; with `at`, where a person has taken a decision back. */
  readonly label?: Label;
  /** Memento-datetime, ISO 8601 in UTC. */
  readonly date?: string;
  /** Kind of page, in the person's view or the tool's: `parked`. */
  readonly kind?: string;
  readonly note?: string;
  /** Who decided. */
  readonly by?: string;
  /** When; ISO 8601 in UTC. */
  readonly at?: string;
  /** What the tool said of it. */
  readonly computed?: OverallStatus;
  /** Of being off-topic, by the learned combination. */
  readonly probability?: number;
  /** Probability of having been drawn into a sample; absent for mementos that were chosen otherwise. */
  readonly drawn?: number;
  /** Digest of the set of URI-Ms that was judged. */
  readonly run?: string;
  /** `batch`: accepted together with like mementos and never opened. Absent: looked at, itself or with its case. */
  readonly seen?: "batch";
  /** People whose contradicting decisions this one settles. */
  readonly settles?: readonly string[];
}

/** A line that could not be used, or not wholly. */
export interface LineProblem {
  /** From 1. */
  readonly number: number;
  readonly message: string;
}

/** A line of a file of decisions. */
interface DecisionRow {
  /** From 1. */
  readonly number: number;
  /** Undefined where the line has no URI-M or no label. */
  readonly decision?: Decision;
  /** What could not be read. */
  readonly problems: readonly string[];
  /** Columns of the file that decisions do not have. */
  readonly otherColumns: readonly string[];
}

/** A file of decisions as read. */
export interface Decisions {
  /** In the order of the file. */
  readonly decisions: readonly Decision[];
  readonly problems: readonly LineProblem[];
  /** Columns that decisions do not have. */
  readonly otherColumns: readonly string[];
}

/** The columns of the file, in their order. */
const DECISION_COLUMNS = [
  ...["URI-M", "label", "date", "kind", "note", "by", "at"],
  ...["computed", "probability", "drawn", "run", "seen", "settles"],
] as const;

/** A URI-M as decisions have it: what would not come out of a tab-separated file as it went in is percent-encoded. */
export const uriMOf = (uriM: string): string =>
  printable(uriM.trim(), "percent").replace(/^[#"]/u, percentEncoded);

/**
 * Reads decisions; the columns are found by their names, and a file of overrides is one too. A line without a URI-M or a
 * label is left out and reported; of others, fields that cannot be read.
 */
export function parseDecisions(text: string): Decisions {
  const rows = [...decisionRows(text)];
  return {
    decisions: rows.flatMap(({ decision }) => decision ?? []),
    problems: rows.flatMap(({ number, problems }) =>
      problems.map((message) => ({ number, message })),
    ),
    otherColumns: rows[0]?.otherColumns ?? [],
  };
}

/** The lines of a file of decisions, as {@link parseDecisions} reads them. */
export function* decisionRows(text: string): Generator<DecisionRow> {
  let otherColumns: readonly string[] | undefined;
  for (const { number, field, columns } of labelRows(text)) {
    otherColumns ??= (columns.header ?? [...columns.places.keys()]).filter(
      (name) => !KNOWN.has(name.toLowerCase()),
    );
    const uriM = uriMOf(field("uri"));
    const label = readLabel(field("label"));
    const { members, problems } = readMembers(field);
    const decision: Decision = { uriM, label, ...members };
    if (uriM === "") {
      yield { number, problems: ["no URI-M"], otherColumns };
    } else if (field("label") !== "" ? label === undefined : !saysSomething(decision)) {
      const message = `the label "${printable(field("label"))}" is not 1, 0 or ?`;
      yield { number, problems: [message, ...problems], otherColumns };
    } else yield { number, decision, problems, otherColumns };
  }
}

/** A row without a label asks for one, or takes one back. */
const saysSomething = ({ label, drawn, at }: Decision): boolean =>
  label !== undefined || drawn !== undefined || at !== undefined;

const KNOWN: ReadonlySet<string> = new Set([
  ...DECISION_COLUMNS.map((name) => name.toLowerCase()),
  "uri",
  "uri-r",
]);

type Members = Omit<Decision, "uriM" | "label">;

/** How a member stands in its column of the same name. */
interface Column<T> {
  read(text: string): T | undefined;
  write(value: T): string;
}

const datetime: Column<string> = { read: parseDatetime, write: (value) => value };

const share: Column<number> = {
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

/** Free text: control characters and backslashes are escaped, and a quote at the start, which readers would take off. */
const freeText: Column<string> = {
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

/** A person; names are separated by semicolons in `settles`. */
const person: Column<string> = {
  ...freeText,
  write: (value) => freeText.write(value.replaceAll(";", ",")),
};

const oneOf = <const T extends string>(...known: readonly T[]): Column<T> => ({
  read: (text) => known.find((each) => each === text),
  write: (value) => value,
});

const overallStatus: Column<OverallStatus> = { read: readLabel, write: (value) => value };

const people: Column<readonly string[]> = {
  read(text) {
    const names = text.split(";").flatMap((name) => person.read(name) ?? []);
    return names.length === 0 ? undefined : names;
  },
  write: (names) => [...new Set(names.map((name) => person.write(name)))].sort(byText).join(";"),
};

const COLUMNS: { readonly [K in keyof Members]-?: Column<NonNullable<Members[K]>> } = {
  date: datetime,
  kind: freeText,
  note: freeText,
  by: person,
  at: datetime,
  computed: overallStatus,
  probability: share,
  drawn: share,
  run: freeText,
  seen: oneOf("batch"),
  settles: people,
};

function readMembers(field: (name: string) => string): {
  readonly members: Members;
  readonly problems: readonly string[];
} {
  const members: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, column] of Object.entries<Column<unknown>>(COLUMNS)) {
    const text = field(name);
    if (text === "") continue;
    const value = column.read(text);
    if (value !== undefined) members[name] = value;
    else problems.push(`${name} "${printable(text)}" cannot be read`);
  }
  return { members, problems };
}

/** Labels as files have them. */
export const LABELS = { "on-topic": "1", "off-topic": "0", unsure: "?" } as const;

/** The text of a file of decisions: sorted, so that the same decisions are the same bytes. */
export function formatDecisions(decisions: Iterable<Decision>): string {
  const lines = new Set([...decisions].filter(saysSomething).map(lineOf));
  return [DECISION_COLUMNS.join("\t"), ...[...lines].sort(byText), ""].join("\n");
}

function lineOf({ uriM, label, ...members }: Decision): string {
  const cells = Object.entries<Column<unknown>>(COLUMNS).map(([name, column]) => {
    const value: unknown = members[name as keyof Members];
    return value === undefined ? "" : column.write(value);
  });
  return [uriMOf(uriM), label === undefined ? "" : LABELS[label], ...cells].join("\t");
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Decisions of several people on one memento that contradict each other. */
export interface Conflict {
  readonly uriM: string;
  /** The newest first. */
  readonly decisions: readonly Decision[];
}

/** Decisions brought together. */
export interface MergedDecisions {
  /** One for each memento, and all of those that contradict each other, sorted as in a file. */
  readonly decisions: readonly Decision[];
  /** Mementos that stay open, because people contradict each other. */
  readonly conflicts: readonly Conflict[];
}

/**
 * Brings decisions together, in any order with the same result. Of one person the newest counts, and so it does of people
 * who agree; who is unsure does not count against one who is not. Where one says on-topic and another one off-topic both
 * stay, until one of them, or a later decision that `settles` theirs, ends it. A row of a sample that nobody has decided
 * yields to one that somebody has, and gives it `drawn`.
 */
export function mergeDecisions(...sets: readonly Iterable<Decision>[]): MergedDecisions {
  const all = sets.flatMap((set) => [...set]);
  const byUriM = groupBy(
    all.map((decision): Decision => ({ ...decision, uriM: uriMOf(decision.uriM) })),
    ({ uriM }) => uriM,
  );
  const decisions: Decision[] = [];
  const conflicts: Conflict[] = [];
  for (const [uriM, rows] of [...byUriM].sort(([a], [b]) => byText(a, b))) {
    const standing = standingOf(rows);
    decisions.push(...standing);
    if (standing.length > 1) conflicts.push({ uriM, decisions: standing });
  }
  return { decisions, conflicts };
}

/** What is left of the decisions on one memento, the newest first. */
function standingOf(rows: readonly Decision[]): Decision[] {
  const newestFirst = rows.toSorted((a, b) => byTime(b.at, a.at) || byText(lineOf(a), lineOf(b)));
  const drawn = newestFirst.find((row) => row.drawn !== undefined)?.drawn;
  const settled = new Set<string>();
  const latest = new Map<string, Decision>();
  for (const row of newestFirst) {
    const by = row.by ?? "";
    const isOpen = row.label === undefined && row.at === undefined;
    if (isOpen || latest.has(by) || settled.has(by)) continue;
    latest.set(by, row);
    for (const name of row.settles ?? []) settled.add(name);
  }
  const [newest = newestFirst[0]!] = latest.values();
  const decided = [...latest.values()].filter(isDecided);
  const isContradiction = new Set(decided.map(({ label }) => label)).size > 1;
  const standing = isContradiction ? decided : [decided[0] ?? newest];
  return standing.map((row) => (drawn === undefined ? row : { ...row, drawn }));
}

/** That a person says one or the other. */
export const isDecided = <T extends Pick<Decision, "label">>(
  decision: T,
): decision is T & { readonly label: TopicStatus } =>
  decision.label === "on-topic" || decision.label === "off-topic";

/** One without a time is the oldest. */
function byTime(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return compareDatetimes(a, b);
}

/** How many decisions were made of another set of mementos than that of `run`. */
export const ofOtherRuns = (decisions: Iterable<Decision>, run: string): number =>
  [...decisions].filter((decision) => decision.run !== undefined && decision.run !== run).length;

/** A row of gold data, of overrides or of decisions. */
interface LabelRow {
  /** Line in the file, from 1. */
  readonly number: number;
  readonly fields: readonly string[];
  readonly columns: LabelColumns;
  /** The field of a column, by its name in lower case (`uri` also for `URI-M` and `URI-R`); empty for a column that is absent. */
  readonly field: (name: string) => string;
}

export interface LabelColumns {
  readonly places: ReadonlyMap<string, number>;
  /** As the header has them; undefined without one. */
  readonly header?: readonly string[];
}

const PUBLISHED: LabelColumns = {
  places: new Map([
    ["id", 0],
    ["date", 1],
    ["uri", 2],
    ["label", 3],
  ]),
};
const PLAIN: LabelColumns = {
  places: new Map([
    ["uri", 0],
    ["label", 1],
  ]),
};

/**
 * Rows of a tab-separated file with labels: gold data, overrides, decisions. A header names the columns; without one
 * they are id, date, URI, label, as in the published gold standard, or URI, label.
 */
export function* labelRows(text: string): Generator<LabelRow> {
  let columns: LabelColumns | undefined;
  for (const row of tsvRows(text)) {
    if (columns === undefined) {
      columns = headerColumns(row);
      if (columns !== undefined) continue;
      const isPublished = row.fields.length >= 4 && readLabel(row.fields[1] ?? "") === undefined;
      columns = isPublished ? PUBLISHED : PLAIN;
    }
    const { places } = columns;
    const field = (name: string): string => row.fields[places.get(name) ?? -1] ?? "";
    yield { ...row, columns, field };
  }
}

function headerColumns({ fields }: TsvRow): LabelColumns | undefined {
  const names = fields.map((field) => field.toLowerCase());
  if (!names.includes("label")) return undefined;
  const places = new Map<string, number>();
  for (const [position, name] of names.entries()) {
    const known = name === "uri-m" || name === "uri-r" ? "uri" : name;
    if (!places.has(known)) places.set(known, position);
  }
  // A first column of another name is that of the URIs where the labels follow it.
  if (!places.has("uri") && names[1] === "label") places.set("uri", 0);
  return places.has("uri") ? { places, header: fields } : undefined;
}
