/** The URI as the address of a link: undefined for everything but http and https, which is how scripts hide in links. */
export function archiveHref(uri: string): string | undefined {
  if (!/^https?:\/\//iu.test(uri) || !URL.canParse(uri)) return undefined;
  const { protocol, href } = new URL(uri);
  return protocol === "http:" || protocol === "https:" ? href : undefined;
}

/** Attributes of a link that leads out of the report: into a tab of its own, which learns nothing of where from. */
export const LINK_OUT = { target: "_blank", rel: "noopener noreferrer" } as const;
