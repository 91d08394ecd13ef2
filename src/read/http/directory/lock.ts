import { randomUUID } from "node:crypto";
import { constants, readFileSync } from "node:fs";
import { copyFile, link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { count, record, text } from "../../../base/codec.js";
import { codeOf, UsageError } from "../../../base/errors.js";
import { parseObject } from "../../../base/json.js";
import { nameBeside, removeUnnamed } from "../../../base/replace-file.js";

/** A process, wherever it runs. */
interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Distinguishes a process from a later one with the same number, where the system says; else empty. */
  readonly birth: string;
}

/** Who works in a directory. */
interface Holder extends ProcessIdentity {
  /** ISO 8601. */
  readonly started: string;
  readonly id: string;
}

export const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  host: hostname(),
  birth: statOf(process.pid).birth,
});

/** Takes the lock of a working directory: see {@link takeLockFile}. */
export const takeLock = (directory: string): Promise<() => Promise<void>> =>
  takeLockFile(
    join(directory, "lock"),
    (holder) =>
      `${directory} is in use by ${holder}: wait for it, or delete ${join(directory, "lock")} if nothing runs there.`,
  );

/**
 * Takes a lock, which is a file; the result gives it back. A lock that a dead process of this machine left is taken over.
 * Throws a `UsageError` when someone else has it, with what `refusal` says of the holder.
 */
export async function takeLockFile(
  path: string,
  refusal: (holder: string) => string,
): Promise<() => Promise<void>> {
  const refuse = (holder: Holder | undefined): UsageError => new UsageError(refusal(who(holder)));
  const mine: Holder = {
    ...thisProcess(),
    started: new Date().toISOString(),
    id: randomUUID(),
  };
  if (!(await create(path, mine))) {
    const holder = await readHolder(path);
    if (holder === undefined || !isStale(holder)) throw refuse(holder);
    await removeStale(path, holder);
    if (!(await create(path, mine))) throw refuse(await readHolder(path));
  }
  return async () => {
    if ((await readHolder(path))?.id === mine.id) await rm(path, { force: true });
  };
}

/** Writes the lock whole before it gets its name: one that names nobody would keep everybody out. */
async function create(path: string, holder: Holder): Promise<boolean> {
  const written = nameBeside(path);
  try {
    await writeFile(written, `${JSON.stringify(holder)}\n`, { flag: "wx", flush: true });
    if (!(await give(written, path))) return false;
  } finally {
    await rm(written, { force: true });
  }
  // Where there are no links another process may have seen the lock while it was empty, and taken it for a stale one.
  if ((await readHolder(path))?.id !== holder.id) return false;
  await removeUnnamed(path);
  return true;
}

/** Gives a file a second name; false where another file has it, or the first name is gone. */
async function give(written: string, path: string): Promise<boolean> {
  try {
    await link(written, path).catch((cause: unknown) => {
      if (LOST.has(codeOf(cause))) throw cause;
      // A file system without links.
      return copyFile(written, path, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (cause) {
    if (LOST.has(codeOf(cause))) return false;
    throw cause;
  }
}

/** Someone else has the lock. */
const LOST: ReadonlySet<string> = new Set(["EEXIST", "ENOENT"]);

/** Moves the lock away; two who found the same dead process cannot both take over, since one of them moves nothing. */
async function removeStale(path: string, dead: Holder): Promise<void> {
  const aside = `${path}.${process.pid}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readHolder(aside);
  // Someone was faster and had a lock of his own here already: it is given back.
  if (moved !== undefined && moved.id !== dead.id) await rename(aside, path);
  await rm(aside, { force: true });
}

/** Holder of a lock that is empty. Locks are written whole, so the power failed, or a person made the file. */
const NOBODY: Holder = { pid: 0, host: "", birth: "", started: "", id: "" };

const isStale = (holder: Holder): boolean => holder === NOBODY || isDead(holder);

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const json = await readFile(path, "utf8");
    return json === "" ? NOBODY : holder.read(parseObject(json));
  } catch {
    return undefined;
  }
}

const holder = record<Holder>({ pid: count, host: text, birth: text, started: text, id: text });

/** True for a process of this machine that runs no more: ended, a zombie, or followed by another of its number. */
export function isDead({ pid, host, birth }: ProcessIdentity): boolean {
  if (host !== hostname() || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (cause) {
    return codeOf(cause) === "ESRCH";
  }
  const now = statOf(pid);
  return now.state === "Z" || now.state === "X" || (birth !== "" && birth !== now.birth);
}

/** A process's state and when it started, in ticks since the machine did (Linux); empty where the system does not say. */
function statOf(pid: number): { readonly state: string; readonly birth: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", birth: fields[19] ?? "" };
  } catch {
    return { state: "", birth: "" };
  }
}

const who = (holder: Holder | undefined): string =>
  holder === undefined || holder === NOBODY
    ? "someone"
    : `process ${holder.pid} on ${holder.host}, since ${holder.started}`;
