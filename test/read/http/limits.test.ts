import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { limitsFor, parseRate } from "../../../src/read/http/limits.js";
import { retryAfterMs } from "../../../src/read/http/host.js";

describe("the limits of hosts", () => {
  it("requests at most 24 TimeMaps and 480 mementos per minute from the Internet Archive", () => {
    const { perMinute } = limitsFor("web.archive.org");
    expect(perMinute).toEqual({ timemap: 24, api: 24, playback: 480 });
  });

  it("sends an unknown host one request per second, and one at a time", () => {
    const limits = limitsFor("archive.example");
    expect(limits).toEqual({
      perMinute: { timemap: 60, api: 60, playback: 60 },
      concurrency: 1,
    });
  });

  it("replaces the built-in limits of hosts by the user's limits", () => {
    const limits = limitsFor("web.archive.org", { rate: { playback: 600 }, concurrency: 2 });
    expect(limits).toEqual({ perMinute: { timemap: 24, api: 24, playback: 600 }, concurrency: 2 });
  });
});

describe("--rate", () => {
  it.each(["", "60", "0/s", "-1/s", "fast", "60/d", "cdx=3/s", "1/s,", "1e9/s"])(
    "rejects --rate %j as a usage error",
    (text) => {
      expect(() => parseRate(text)).toThrow(UsageError);
    },
  );
});

describe("Retry-After", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");

  it("reads Retry-After as seconds or an HTTP date", () => {
    expect(retryAfterMs("7", now)).toBe(7000);
    expect(retryAfterMs("12345678901", now)).toBe(12_345_678_901_000);
    expect(retryAfterMs("9".repeat(400), now)).toBeGreaterThan(1e15);
    expect(retryAfterMs("Sat, 21 Nov 2026 12:01:30 GMT", now)).toBe(90_000);
    expect(retryAfterMs("Sat, 21 Nov 2026 11:00:00 GMT", now)).toBe(0);
  });

  it.each([undefined, "", "soon", "-5", "1e9"])("ignores Retry-After %j", (header) => {
    expect(retryAfterMs(header, now)).toBeUndefined();
  });
});
