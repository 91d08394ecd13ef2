import { describe, expect, it } from "vitest";
import { openFetcher } from "../../../src/read/http/fetcher.js";
import { isLinkLocal, NamedHosts } from "../../../src/read/http/link-local.js";
import { fetchFollowing } from "../../../src/read/timemaps/response.js";
import { startFileServer } from "../../support/file-server.js";

describe("link-local addresses", () => {
  it.each([
    ...["169.254.169.254", "169.254.0.1.", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376"],
    ...["169.254.43518", "[fe80::1]", "[febf:1::1]", "[::ffff:169.254.169.254]"],
    ...["[::ffff:a9fe:a9fe]", "[64:ff9b::169.254.169.254]", "[::169.254.169.254]"],
    "[2002:a9fe:a9fe::1]",
  ])("are recognised in each form that a URI may have: %s", (host) => {
    expect(isLinkLocal(new URL(`http://${host}/`).hostname)).toBe(true);
  });

  it.each(["169.253.1.1", "127.0.0.1", "10.0.0.1", "[fec0::1]", "[::1]", "169.254.1.1.example"])(
    "are not confused with other hosts: %s",
    (host) => {
      expect(isLinkLocal(new URL(`http://${host}/`).hostname)).toBe(false);
    },
  );
});

describe("requests to link-local addresses", () => {
  it("are refused if a redirect leads there, with a message that says so", async () => {
    const server = await startFileServer();
    const fetcher = await openFetcher();
    try {
      server.files.set("/list", {
        bytes: new Uint8Array(),
        instead: (answer) =>
          answer.writeHead(302, { location: "http://0xa9fea9fe/latest/meta-data/" }).end(),
      });
      const request = { uri: `${server.origin}/list`, requestClass: "timemap" } as const;
      expect(await fetchFollowing(fetcher, request)).toEqual({
        problem: {
          stage: "access",
          message:
            "169.254.169.254 is a link-local address, which is asked only if you name it with -i or --archive",
        },
      });
    } finally {
      await fetcher.close();
      await server.close();
    }
  });

  it("are made if the user has named the host", () => {
    const named = new NamedHosts(["http://169.254.10.1:8080/{}", "crawl.warc.gz"]);
    expect(named.refusal(new URL("http://169.254.10.1/"))).toBeUndefined();
    expect(named.refusal(new URL("http://169.254.169.254/"))).toContain("link-local");
  });
});

describe("this machine and private networks", () => {
  const hosts = `127.0.0.1:9200 localhost a.localhost:80 [::1] 0.0.0.0 2130706433 10.1.2.3
    [::ffff:127.0.0.1] 192.168.1.1 172.16.0.1 [fd00::1] [::ffff:10.0.0.1]`;
  const uris = hosts.split(/\s+/u).map((host) => `http://${host}/`);

  it.each(uris)("are not asked in a run on an archive of the web: %s", (uri) => {
    const named = new NamedHosts(["https://web.archive.org/web/timemap/link/http://a.example/"]);
    expect(named.refusal(new URL(uri))).toContain("only if you name it");
    expect(new NamedHosts([uri]).refusal(new URL(uri))).toBeUndefined();
    expect(new NamedHosts(["saved-timemap.json"]).refusal(new URL(uri))).toBeUndefined();
  });

  it.each(["172.32.0.1", "11.0.0.1", "127.example", "localhost.example"])(
    "are not confused with other hosts: %s",
    (host) => {
      const named = new NamedHosts(["https://web.archive.org/"]);
      expect(named.refusal(new URL(`http://${host}/`))).toBeUndefined();
    },
  );
});
