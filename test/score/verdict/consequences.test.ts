import { describe, expect, it } from "vitest";
import { consequencesOf } from "../../../src/score/verdict/consequences.js";

const WALL = { headers: ["cf-mitigated: challenge"] };
const LATER = { headers: ["retry-after: 60"] };
const CLOUDFLARE = { headers: ["server: cloudflare-nginx"] };
const NEWS = "http://a.example/news/1.html";

describe("the effective status and the fault", () => {
  it.each<[what: string, given: Parameters<typeof consequencesOf>[0], expected: unknown[]]>([
    ["an error", { capture: { status: 400 }, pageKind: "error" }, [400, "server fault"]],
    ["a page for sale", { capture: { status: 500 }, pageKind: "for-sale" }, [500, "owner changed"]],
    ["a wall", { capture: { status: 500 }, pageKind: "bot-check" }, [500, "crawler blocked"]],
    ["a missing page", { capture: { status: 400 }, pageKind: "soft-404" }, [400, "page gone"]],
    ["maintenance", { capture: { status: 503 }, pageKind: "soft-404" }, [503, "server fault"]],
    [
      "a wall that asks to come back later",
      { capture: { headers: [...WALL.headers, ...LATER.headers] }, pageKind: "bot-check" },
      [429, "crawler blocked"],
    ],
    [
      "a challenge of Cloudflare before 2022",
      { capture: { ...CLOUDFLARE, status: 503 }, pageKind: "bot-check" },
      [403, "crawler blocked"],
    ],
    [
      "a kind of a plug-in",
      { capture: {}, pageKind: "withdrawn", overall: "off-topic" },
      [200, "page changed"],
    ],
    [
      "a page that is on-topic in spite of its kind",
      { capture: {}, pageKind: "soft-404", overall: "on-topic" },
      [200, "none"],
    ],
    [
      "a home page that leads elsewhere",
      { capture: { uriR: "http://a.example/" }, pageKind: "other-site", overall: "off-topic" },
      [404, "owner changed"],
    ],
    [
      "a page that leads elsewhere",
      { capture: { uriR: NEWS }, pageKind: "other-site", overall: "off-topic" },
      [404, "page gone"],
    ],
    [
      "spam, also in a page that is still that of its seed",
      { capture: {}, pageKind: "spam", overall: "off-topic" },
      [404, "owner changed"],
    ],
    [
      "a capture that could not be read",
      { capture: {}, problem: { stage: "access", message: "gone" } },
      [undefined, "unreadable"],
    ],
  ])("of %s", (_, given, expected) => {
    const { effectiveStatus, fault } = consequencesOf({ ...given });
    expect([effectiveStatus, fault]).toEqual(expected);
  });
});
