/**
 * Root of the package. This file, its compiled form in build/base/ and the bundle in dist/lib/ are all two folders
 * below it. Files in deeper folders must not compute the root from their own location.
 */
export const packageRoot = new URL("../../", import.meta.url);
