/**
 * Version of this package, as in package.json. It is a constant so that starting reads no file.
 *
 * @example
 * ```js
 * console.log(/^\d+\.\d+\.\d+$/u.test(version));
 * // true
 * ```
 */
export const version = "0.2.0";

/** Request at the end of a message about a bug, with the address for it once package.json has one. */
export const reportRequest = "please report it";
