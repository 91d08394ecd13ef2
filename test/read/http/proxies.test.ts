import { connect, createServer } from "node:net";
import { once } from "node:events";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openFetcher } from "../../../src/read/http/fetcher.js";
import { proxiesOf } from "../../../src/read/http/transport.js";
import { ImpatientClock } from "./support/fake-clock.js";
import { answerOf, MEMENTO, startRawServer } from "./support/raw-server.js";

describe("proxies from the environment", () => {
  it.each(["::bad", "ftp://proxy:21", "http://", "http://secret:word@"])(
    "rejects the proxy %s in one line that names the variable but does not show its value",
    (value) => {
      expect(() => proxiesOf({ https_proxy: value })).toThrow(
        /^the environment variable https_proxy names no usable proxy[^\n]+unset it\.$/u,
      );
      expect(() => proxiesOf({ https_proxy: value })).not.toThrow("secret");
    },
  );
});

describe("a SOCKS proxy", () => {
  const closing: { close(): unknown }[] = [];
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const one of closing.splice(0).reverse()) await one.close();
  });

  it("fetches through a SOCKS proxy", async () => {
    const server = await startRawServer(() => answerOf("200 OK", "a page", [MEMENTO]));
    closing.push(server);
    const asked: string[] = [];
    // RFC 1928: no authentication, CONNECT to a host name.
    const proxy = createServer((client) => {
      client.once("data", () => {
        client.write(Buffer.from([5, 0]));
        client.once("data", (request) => {
          asked.push(request.subarray(5, 5 + request[4]!).toString());
          const upstream = connect(Number(new URL(server.origin).port), "127.0.0.1", () => {
            client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
            client.pipe(upstream).pipe(client);
          });
          upstream.on("error", () => client.destroy());
        });
      });
      client.on("error", () => client.destroy());
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    closing.push(proxy);
    const address = proxy.address();
    const port = typeof address === "object" ? address?.port : undefined;
    vi.stubEnv("all_proxy", `socks5://127.0.0.1:${port}`);
    const fetcher = await openFetcher({ clock: new ImpatientClock() });
    closing.push(fetcher);
    const outcome = await fetcher.fetch({
      uri: "http://archive.example/web/2017id_/http://a.example/",
      requestClass: "playback",
    });
    expect("value" in outcome && Buffer.from(outcome.value.body).toString()).toBe("a page");
    expect(asked).toEqual(["archive.example"]);
  });
});
