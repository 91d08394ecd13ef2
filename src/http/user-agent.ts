import { UsageError } from "../errors.js";
import { version } from "../version.js";

/**
 * How requests introduce themselves: the program, its version and whom to ask when they are a burden. Throws a
 * `UsageError` for a contact that cannot stand in a header.
 */
export function userAgent(contact?: string): string {
  if (contact === undefined) return `detect_off_topic/${version} (finds off-topic mementos)`;
  if (!/^[\x20-\x7e]{1,200}$/u.test(contact) || /[()]/u.test(contact)) {
    throw new UsageError(
      `--contact takes an e-mail address or a web address in plain ASCII, not "${contact}".`,
    );
  }
  return `detect_off_topic/${version} (+${contact})`;
}
