/** Returns a path with "/" as separator, which results, indexes and lists use on every system. */
export const portablePath = (path: string): string =>
  process.platform === "win32" ? path.replaceAll("\\", "/") : path;
