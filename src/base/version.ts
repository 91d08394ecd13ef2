/**
 * Version of this package. It is a constant so that starting reads no file. A test compares it with package.json.
 *
 * @example
 * ```js
 * console.log(/^\d+\.\d+\.\d+$/u.test(version));
 * // true
 * ```
 */
export const version = "0.2.0";
