/** Returns a path with "/" as separator, as results, indexes and lists have it on every system. */
export const portablePath = (path: string): string =>
  process.platform === "win32" ? path.replaceAll("\\", "/") : path;
