import { afterEach, expect, it, vi } from "vitest";
import { portablePath } from "../../src/base/portable-path.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

const on = (platform: string): void => {
  vi.stubGlobal("process", { ...process, platform });
};

it("writes Windows paths with slashes, including drive letters and UNC paths", () => {
  on("win32");
  expect(portablePath(String.raw`C:\crawls\*.warc.gz`)).toBe("C:/crawls/*.warc.gz");
  expect(portablePath(String.raw`\\server\share\a.warc`)).toBe("//server/share/a.warc");
  expect(portablePath("crawls/a.warc")).toBe("crawls/a.warc");
});
