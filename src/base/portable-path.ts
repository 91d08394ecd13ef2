/** A path with "/" between its parts, as results, indexes and lists have it on every system. */
export const portablePath = (path: string): string =>
  process.platform === "win32" ? path.replaceAll("\\", "/") : path;
