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
