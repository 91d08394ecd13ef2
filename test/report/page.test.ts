import { createHash } from "node:crypto";
import { load } from "cheerio";
import { describe, expect, it } from "vitest";
import { item, offItem, reportText } from "./items.js";

const html = await reportText([item(), offItem({ mementoDatetime: "2014-02-02T10:00:00Z" })]);
const page = load(html);

const sha256 = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

describe("the page of a report", () => {
  it("allows its own script and style by their hashes and nothing else", () => {
    const policy = new Map(
      (page('meta[http-equiv="Content-Security-Policy"]').attr("content") ?? "")
        .split("; ")
        .map((directive) => directive.split(/ (.*)/u, 2) as [string, string]),
    );
    expect(policy.get("default-src")).toBe("'none'");
    expect(policy.get("script-src")).toBe(sha256(page("script:not([type])").text()));
    expect(policy.get("style-src")).toBe(sha256(page("style").text()));
    expect(policy.get("base-uri")).toBe("'none'");
    expect(policy.get("form-action")).toBe("'none'");
    expect(policy.get("require-trusted-types-for")).toBe("'script'");
    expect(policy.get("trusted-types")).toBe("'none'");
    expect(policy.size).toBe(7);
  });

  it("declares the policy of a report before anything that it applies to", () => {
    const children = page("head").children().toArray();
    expect(children.map(({ name }) => name).slice(0, 2)).toEqual(["meta", "meta"]);
    expect(page(children[1]).attr("http-equiv")).toBe("Content-Security-Policy");
  });

  it("contains no address of anything that a browser would fetch", () => {
    expect(page("[src], link, iframe, object, embed, base, img").length).toBe(0);
    expect(page("style").text()).not.toMatch(/@import|url\(/u);
    expect(page("script:not([type])").text()).not.toMatch(
      /\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|EventSource|import\(|innerHTML|insertAdjacentHTML|document\.write|\beval\(/u,
    );
  });
});
