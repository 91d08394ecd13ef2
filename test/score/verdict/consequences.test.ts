import { describe, expect, it } from "vitest";
import { consequencesOf, kindOfCapture } from "../../../src/score/verdict/consequences.js";

const REFUSED = [401, 403, 407, 418, 429, 999].map(
  (status) => [status, "forbidden", "crawler blocked"] as const,
);

describe("an archived error status", () => {
  it.each([
    ...REFUSED,
    [402, "paywall", "crawler blocked"],
    [451, "blocked", "crawler blocked"],
    [511, "captive-portal", "crawler blocked"],
    [404, "soft-404", "page gone"],
    [410, "soft-404", "page gone"],
    [400, "error", "server fault"],
    [500, "error", "server fault"],
    [503, "error", "server fault"],
  ] as const)("%d is a page of kind %s, and the fault is: %s", (status, kind, fault) => {
    const capture = { status };
    expect(kindOfCapture(capture, undefined)?.kind).toBe(kind);
    expect(consequencesOf({ capture, pageKind: kind, overall: "off-topic" })).toMatchObject({
      effectiveStatus: status,
      fault,
    });
  });

  it.each([
    ["for-sale", "owner changed"],
    ["bot-check", "crawler blocked"],
  ])("leaves the fault to a page of kind %s, which says who is to blame: %s", (pageKind, fault) => {
    const told = consequencesOf({ capture: { status: 500 }, pageKind, overall: "off-topic" });
    expect(told.fault).toBe(fault);
  });
});

describe("a capture with status 200", () => {
  it("that is off-topic without a known kind is another page, and one that is on-topic has no fault", () => {
    const faultOf = (overall: "on-topic" | "off-topic"): string =>
      consequencesOf({ capture: { status: 200 }, overall }).fault;
    expect([faultOf("off-topic"), faultOf("on-topic")]).toEqual(["page changed", "none"]);
  });

  it("that was redirected from a page to the home page shows the home page, and not from the home page", () => {
    const via = {
      kind: "redirect",
      uriR: "http://a.example/",
      mementoDatetime: "2020-01-01T00:00:00Z",
    } as const;
    const kindOf = (uriR: string): string | undefined =>
      kindOfCapture({ uriR, via }, undefined)?.kind;
    expect(kindOf("http://a.example/news/1.html")).toBe("home-page");
    expect(kindOf("http://a.example/index.html")).toBeUndefined();
    expect(kindOf("http://b.example/news/1.html")).toBe("other-site");
  });
});
