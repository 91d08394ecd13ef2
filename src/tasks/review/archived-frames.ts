import { percentDecoded } from "../../base/uri.js";
import type { ArchivedPages } from "./archived.js";
import type { ArchivedBody } from "./page-resources.js";
import { COMMON_HEADERS, type Listening, Refusal } from "./listen.js";
import type { ResourceKind } from "./resource-links.js";

const RESOURCE = /^(\d{1,9})\/(style|image|font)\/([^/?]+)$/u;

/** Serves archived pages under `home`, a path with a secret part, to frames of the report on another port. */
export function serveArchived(
  frames: Listening,
  home: string,
  archived: ArchivedPages,
  reportPort: number,
): void {
  frames.handle(
    async ({ method, url, name, origin }, response) => {
      if (method !== "GET" || !url.startsWith(home)) throw new Refusal(404);
      const send = (found: ArchivedBody, policy: string, more = {}): void => {
        const { bytes, contentType } = found;
        const headers = { "content-type": contentType, "content-security-policy": policy, ...more };
        response.writeHead(200, { ...COMMON_HEADERS, ...headers }).end(bytes);
      };
      const [, page, kind, uri] = RESOURCE.exec(url.slice(home.length)) ?? [];
      if (uri !== undefined) {
        const asked = [Number(page), kind as ResourceKind, percentDecoded(uri)] as const;
        const found = await archived.resources.resource(home, ...asked);
        if (found === undefined) throw new Refusal(404);
        send(found, NOTHING, { "access-control-allow-origin": OPAQUE });
        return;
      }
      const [path, query] = url.split("?");
      if (path !== home) throw new Refusal(404);
      const asked = new URLSearchParams(query);
      const uriM = asked.get("uri") ?? "";
      const report = `frame-ancestors http://${name}:${reportPort}`;
      if (asked.get("as") === "picture") {
        const found = await archived.screenshot(uriM);
        // Most crawls have no pictures. With status 204 the browser reports no error.
        if (found === undefined) response.writeHead(204, COMMON_HEADERS).end();
        else send(found, `${NOTHING}; ${report}`);
        return;
      }
      const found = await archived.page(home, uriM);
      if (found === undefined) throw new Refusal(404, "The files that were named do not have it.");
      send(found, `${policyOfPages(`${origin}${home}`)}; ${report}`);
    },
    new Set([OPAQUE]),
  );
}

/** Origin of a page in a sandbox, which browsers send when a page asks for a font. */
const OPAQUE = "null";

const NOTHING = "sandbox; default-src 'none'";

/**
 * The pages run no scripts and have no origin. Only pictures, styles and fonts inside the page or under `resources` are
 * shown. `inertPage` removes the parts that a policy cannot block.
 */
const policyOfPages = (resources: string): string =>
  [
    NOTHING,
    `img-src data: ${resources}`,
    `style-src 'unsafe-inline' data: ${resources}`,
    `font-src data: ${resources}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
