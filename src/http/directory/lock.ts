import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { open, readFile, rename, rm, type FileHandle } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../errors.js";

/** Who works in a directory. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly started: string;
  /** Tells a process from a later one with the same number, where the system says; else empty. */
  readonly birth: string;
  readonly id: string;
}

/**
 * Takes the lock of a working directory; the result gives it back. A lock that a dead process of this machine left is
 * taken over. Throws a `UsageError` when someone else works here.
 */
export async function takeLock(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, "lock");
  const mine: Holder = {
    pid: process.pid,
    host: hostname(),
    started: new Date().toISOString(),
    birth: birthOf(process.pid),
    id: randomUUID(),
  };
  if (!(await create(path, mine))) {
    const holder = await readHolder(path);
    if (holder === undefined || !isDead(holder)) throw refusal(directory, holder);
    await removeStale(path, holder);
    if (!(await create(path, mine))) throw refusal(directory, await readHolder(path));
  }
  return async () => {
    if ((await readHolder(path))?.id === mine.id) await rm(path, { force: true });
  };
}

async function create(path: string, holder: Holder): Promise<boolean> {
  let file: FileHandle;
  try {
    file = await open(path, "wx");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false;
    throw cause;
  }
  try {
    await file.writeFile(`${JSON.stringify(holder)}\n`);
  } catch (cause) {
    // On a full disk: a lock that names nobody would keep everybody out once there is room again.
    await rm(path, { force: true });
    throw cause;
  } finally {
    await file.close();
  }
  return true;
}

/** Moves the lock away; two who found the same dead process cannot both take over, since one of them moves nothing. */
async function removeStale(path: string, dead: Holder): Promise<void> {
  const aside = `${path}.${process.pid}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readHolder(aside);
  // Someone was faster and had a lock of his own here already: it is given back.
  if (moved !== undefined && moved.id !== dead.id) await rename(aside, path);
  await rm(aside, { force: true });
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== "object" || value === null || !("pid" in value)) return false;
  const texts = ["host", "started", "birth", "id"];
  return (
    Number.isSafeInteger(value.pid) &&
    texts.every((name) => typeof Object.getOwnPropertyDescriptor(value, name)?.value === "string")
  );
}

function isDead(holder: Holder): boolean {
  if (holder.host !== hostname() || holder.pid <= 0) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "ESRCH";
  }
  return holder.birth !== "" && holder.birth !== birthOf(holder.pid);
}

/** When the process started, in ticks since the machine did (Linux); empty where the system does not say. */
function birthOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function refusal(directory: string, holder: Holder | undefined): UsageError {
  const who =
    holder === undefined
      ? "someone"
      : `process ${holder.pid} on ${holder.host}, since ${holder.started}`;
  return new UsageError(
    `${directory} is in use by ${who}: wait for it, or delete ${join(directory, "lock")} if nothing runs there.`,
  );
}
