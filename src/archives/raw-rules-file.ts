import { readFile } from "node:fs/promises";
import { messageOf, UsageError } from "../errors.js";
import type { RawRule } from "../types.js";

const forms = ["flag", "segment", "none"] as const;

/**
 * Reads the user's rules for raw mementos (`--raw-rules FILE`): a JSON array of objects with the properties of
 * `RawRule`. Throws `UsageError` naming the rule and what is wrong with it.
 */
export async function readRawRules(path: string): Promise<readonly RawRule[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    throw new UsageError(`--raw-rules ${path}: ${messageOf(cause)}`);
  }
  if (!Array.isArray(value))
    throw new UsageError(`--raw-rules ${path}: give a JSON array of rules`);
  return (value as readonly unknown[]).map((rule, i) =>
    checked(rule, `--raw-rules ${path}: rule ${i + 1}`),
  );
}

function checked(value: unknown, where: string): RawRule {
  const fail = (what: string): never => {
    throw new UsageError(`${where}: ${what}`);
  };
  if (typeof value !== "object" || value === null) return fail("is no object");
  const {
    archive,
    hosts,
    form,
    value: inserted,
    pathPrefix,
    rawHost,
  } = value as Record<string, unknown>;
  const known = new Set(["archive", "hosts", "form", "value", "pathPrefix", "rawHost"]);
  const unknown = Object.keys(value).find((key) => !known.has(key));
  if (unknown !== undefined) fail(`"${unknown}" is none of ${[...known].join(", ")}`);
  if (!Array.isArray(hosts) || hosts.length === 0 || !hosts.every(isHost)) {
    return fail('"hosts" must be a list of host names, such as ["archive.example.org"]');
  }
  const found = forms.find((one) => one === form);
  if (found === undefined) return fail(`"form" must be one of ${forms.join(", ")}`);
  for (const [name, text] of Object.entries({ archive, value: inserted, pathPrefix, rawHost })) {
    if (text !== undefined && typeof text !== "string") fail(`"${name}" must be text`);
  }
  const text = (name: string, given: unknown): object =>
    given === undefined ? {} : { [name]: given };
  if (typeof inserted === "string" && !/^\w+$/.test(inserted)) {
    fail('"value" must be the flag or path segment alone, such as "id_"');
  }
  return {
    archive: typeof archive === "string" ? archive : hosts[0]!,
    hosts,
    form: found,
    ...text("value", inserted),
    ...text("pathPrefix", pathPrefix),
    ...text("rawHost", rawHost),
  };
}

function isHost(host: unknown): host is string {
  return typeof host === "string" && /^(?:\*|(?:\*\.)?[a-z0-9.-]+)$/i.test(host);
}
