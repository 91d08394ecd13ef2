/**
 * The root of the package. This file, its compiled form in build/base/ and the bundle in dist/lib/ are all two folders below it;
 * files in deeper folders must not compute it from their own place.
 */
export const packageRoot = new URL("../../", import.meta.url);
