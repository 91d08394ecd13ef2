import type { PageMemento } from "../page-data.js";

/** The URI as the address of a link: undefined for everything but http and https, which is how scripts hide in links. */
export function archiveHref(uri: string): string | undefined {
  if (!/^https?:\/\//iu.test(uri) || !URL.canParse(uri)) return undefined;
  const { protocol, href } = new URL(uri);
  return protocol === "http:" || protocol === "https:" ? href : undefined;
}

/** Where a memento can be looked at: in its archive, else where it is replayed. */
export function mementoHref({
  uriM,
  replayed,
}: Pick<PageMemento, "uriM" | "replayed">): string | undefined {
  return archiveHref(replayed ?? uriM);
}

/** Attributes of a link that leads out of the report: into a tab of its own, which learns nothing of where from. */
export const LINK_OUT = { target: "_blank", rel: "noopener noreferrer" } as const;
