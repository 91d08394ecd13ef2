/**
 * Version of this package; a test holds it against package.json, so that starting up reads no file.
 *
 * @example
 * ```js
 * console.log(/^\d+\.\d+\.\d+$/u.test(version));
 * // true
 * ```
 */
export const version = "0.2.0";
