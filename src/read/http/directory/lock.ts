import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { count, record, text } from "../../../base/codec.js";
import { codeOf, NOT_NOW, UsageError } from "../../../base/errors.js";
import { parseObject } from "../../../base/json.js";
import { isDead, type ProcessIdentity, thisProcess } from "../../../base/process-identity.js";

interface Holder extends ProcessIdentity {
  /** Time in ISO 8601. */
  readonly started: string;
  readonly id: string;
}

export const takeLock = (directory: string): Promise<() => Promise<void>> =>
  takeLockFile(
    join(directory, "lock"),
    (holder) =>
      `${directory} is in use by ${holder}: wait for it, or delete ${join(directory, "lock")} if nothing runs there.`,
  );

/**
 * Takes a lock, which is a file. Returns a function that releases it. A lock of a dead process of this machine is taken
 * over. Throws a `UsageError` with the text of `refusal` if another process holds the lock.
 */
export async function takeLockFile(
  path: string,
  refusal: (holder: string) => string,
): Promise<() => Promise<void>> {
  const refuse = (holder: Holder | undefined): UsageError =>
    Object.assign(new UsageError(refusal(who(holder))), { code: NOT_NOW });
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

/** Returns false if another process holds the lock. */
async function create(path: string, holder: Holder): Promise<boolean> {
  try {
    await writeFile(path, `${JSON.stringify(holder)}\n`, { flag: "wx", flush: true });
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause;
    return false;
  }
  // Another process may have seen the lock while it was empty and may have mistaken it for a stale lock.
  return (await readHolder(path))?.id === holder.id;
}

/** If two processes find the same dead holder, only one of them can move the file, so that only one takes over. */
async function removeStale(path: string, dead: Holder): Promise<void> {
  const aside = `${path}.${process.pid}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readHolder(aside);
  // Another process was faster, and this call has moved its new lock, which is now put back.
  if (moved !== undefined && moved.id !== dead.id) await rename(aside, path);
  await rm(aside, { force: true });
}

/** An empty lock means that its process was killed at once, a power failure, or a file made by a person. */
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

const who = (holder: Holder | undefined): string =>
  holder === undefined || holder === NOBODY
    ? "someone"
    : `process ${holder.pid} on ${holder.host}, since ${holder.started}`;
