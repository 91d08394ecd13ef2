/**
 * Version of this package. It is a constant so that starting reads no file; `npm run generate` takes it from package.json.
 *
 * @example
 * ```js
 * console.log(/^\d+\.\d+\.\d+$/u.test(version));
 * // true
 * ```
 */
export const version = "0.2.0";

/** URL or address for reports of bugs, from package.json; empty until an owner has filled it in. */
export const bugAddress: string = "";
