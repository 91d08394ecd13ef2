/** Modules of the core that are large and that few extensions need, which are loaded when they are used. */
export const modules = {
  /** The fetcher, which is polite and records what it fetches. */
  fetcher: () => import("./read/http/fetcher.js"),
  /** Requests of single mementos from an archive. */
  mementos: () => import("./read/archives/fetch-memento.js"),
  /** The registered domain of a URI-R. */
  sites: () => import("./base/site.js"),
} as const;
