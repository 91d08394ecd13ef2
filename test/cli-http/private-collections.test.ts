import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Access, parseHeader } from "../../src/read/http/access.js";
import { QUICK, runBin, temporaryFolder } from "../support/run-bin.js";
import { FAST, runHttp } from "./run-http.js";

const SECRET = "s3cret-of-the-curator";
const BASIC = `Basic ${Buffer.from(`me:${SECRET}`).toString("base64")}`;
const SEED = "http://seed.example/";
const DAYS = ["20100101", "20110101", "20120101"];

/**
 * An archive that answers under two names, as if it were two hosts: 127.0.0.1 redirects the request for the last
 * memento to localhost, and every answer of 127.0.0.1 sets a cookie.
 */
let port = 0;
let seen: {
  readonly host: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}[] = [];
const server = createServer((request, response) => {
  const { host = "" } = request.headers;
  const path = request.url ?? "";
  seen.push({ host, path, headers: request.headers });
  if (host.startsWith("127.")) {
    response.setHeader("Set-Cookie", `session=${SECRET}-of-the-session`);
  }
  const origin = `http://${host}`;
  if (path.startsWith("/web/timemap/")) {
    const mementos = DAYS.map(
      (day) =>
        `<${origin}/web/${day}000000/${SEED}>; rel="memento"; datetime="${new Date(`${day.slice(0, 4)}-01-01T00:00:00Z`).toUTCString()}"`,
    );
    response.setHeader("Content-Type", "application/link-format");
    response.end([`<${SEED}>; rel="original"`, ...mementos].join(",\n"));
    return;
  }
  const [, day = ""] = /\/(\d{8})000000id_\//u.exec(path) ?? [];
  if (day === DAYS[2] && host.startsWith("127.")) {
    response.writeHead(302, {
      location: `http://localhost:${String(port)}/web/${day}000000/${SEED}`,
    });
    response.end();
    return;
  }
  response.setHeader("Content-Type", "text/html");
  response.setHeader(
    "Memento-Datetime",
    new Date(`${day.slice(0, 4)}-01-01T00:00:00Z`).toUTCString(),
  );
  response.end(`<html><body><p>A page of ${day.slice(0, 4)}</p></body></html>`);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  seen = [];
});
afterAll(() => server.close());

const file = (text: string): string => {
  const path = join(temporaryFolder(), "file");
  writeFileSync(path, text);
  return path;
};
const uriT = (userinfo = ""): string =>
  `http://${userinfo}127.0.0.1:${String(port)}/web/timemap/link/${SEED}`;

/** Encodings of the secret that must not be found in any output. */
const SECRETS = [SECRET, BASIC, Buffer.from(SECRET).toString("base64").slice(0, -2)];
function expectNoSecret(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

type Way = readonly [
  name: string,
  value: string,
  args: () => readonly string[],
  uri?: string,
  env?: () => Readonly<Record<string, string>>,
];
const ways: Readonly<Record<string, Way>> = {
  "--header 'Name: value'": ["x-token", SECRET, () => ["--header", `X-Token: ${SECRET}`]],
  "--header 'HOST Name: value'": [
    "authorization",
    `Bearer ${SECRET}`,
    () => ["--header", `127.0.0.1:${String(port)} Authorization: Bearer ${SECRET}`],
  ],
  "--cookies": [
    "cookie",
    `a=1; session=${SECRET}`,
    () => [
      "--cookies",
      file(
        `# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\ta\t1\n#HttpOnly_127.0.0.1\tFALSE\t/web\tFALSE\t4102444800\tsession\t${SECRET}\n` +
          `127.0.0.1\tFALSE\t/\tTRUE\t0\tsecure\tx\n127.0.0.1\tFALSE\t/other\tFALSE\t0\tpath\tx\n127.0.0.1\tFALSE\t/\tFALSE\t1\told\tx\n`,
      ),
    ],
  ],
  "user:password@": ["authorization", BASIC, () => [], `me:${SECRET}@`],
  "--netrc": [
    "authorization",
    BASIC,
    () => ["--netrc"],
    "",
    () => ({
      NETRC: file(
        `# mine\nmachine 127.0.0.1\n  login me password "${SECRET}"\ndefault login x password y\n`,
      ),
    }),
  ],
};

describe.each(Object.entries(ways))(
  "credentials given as %s",
  (_, [name, value, args, userinfo = "", env]) => {
    it("sends the credentials to their host only, and keeps them out of records, results and messages", async () => {
      const directory = join(temporaryFolder(), "d");
      const command = ["-i", `timemap=${uriT(userinfo)}`, ...args(), ...FAST];
      const options = env === undefined ? {} : { env: env() };
      const run = await runHttp([...command, "-d", directory, "-v"], options);
      expect(run.rows).toHaveLength(3);
      const sent = (host: string): unknown[] => [
        ...new Set(
          seen.filter((one) => one.host.startsWith(host)).map(({ headers }) => headers[name]),
        ),
      ];
      expect(sent("127.0.0.1")).toEqual([value]);
      expect(sent("localhost")).toEqual([undefined]);
      expectNoSecret(run.output + run.stderr + run.stdout);
      for (const each of readdirSync(directory)) {
        const bytes = readFileSync(join(directory, each));
        expectNoSecret((each.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1"));
      }
      const mapped = await runBin(["map", ...command.slice(1), ...QUICK], options);
      expect(mapped.stdout).not.toBe("");
      expectNoSecret(mapped.stdout + mapped.stderr);
      // Credentials are no part of the URI-T, so the rows equal those of the plain URI.
      const again = await runHttp(["-i", `timemap=${uriT()}`, "-d", directory, "--offline"]);
      expect(again.output).toBe(run.output);
    });
  },
);

describe("hosts that receive credentials", () => {
  const uris = (access: Access, ...of: readonly string[]): string[] =>
    of.filter((uri) => Object.keys(access.headersFor(uri)).length > 0);
  const all = [
    "https://a.example/",
    "http://a.example/",
    "https://a.example:8443/",
    "https://b.a.example/",
    "https://b.example/",
  ];

  it("sends a header without a host to the host of the given URI, and over plain http only if the URI was http", () => {
    const headers = [parseHeader("X-Token: x")];
    expect(uris(new Access({ headers }, ["https://a.example/t"]), ...all)).toEqual([all[0]]);
    expect(uris(new Access({ headers }, ["http://a.example/t"]), ...all)).toEqual(all.slice(0, 2));
  });

  it("sends a header for a host to that host only, and over plain http only if the header or the URI says http", () => {
    const named = (text: string, ...given: string[]): string[] =>
      uris(new Access({ headers: [parseHeader(text)] }, given), ...all);
    expect(named("A.example Cookie: x")).toEqual([all[0], all[2]]);
    expect(named("a.example:8443 Cookie: x")).toEqual([all[2]]);
    expect(named("a.example Cookie: x", "http://a.example/")).toEqual(all.slice(0, 3));
    expect(named("http://a.example Cookie: x")).toEqual(all.slice(0, 3));
  });
});

describe("the host given by --archive", () => {
  const netrc = (): Readonly<Record<string, string>> => ({
    NETRC: file(`default login me password "${SECRET}"\n`),
  });
  const secrets = ["--header", `X-Token: ${SECRET}`, "--netrc"];
  const archive = (): string => `http://127.0.0.1:${String(port)}/web/`;
  const asked = (): unknown[] => [
    ...new Set(
      seen.map(({ headers }) => `${String(headers["x-token"])} ${String(headers.authorization)}`),
    ),
  ];

  it("sends headers and the default login of .netrc to the host of --archive if the command line or --config names the host", async () => {
    const command = ["-i", `uri-r=${SEED}`, "--to", "2011", ...secrets, ...FAST];
    await runHttp([...command, "--archive", archive()], { env: netrc() });
    expect(asked()).toEqual([`${SECRET} ${BASIC}`]);
    seen = [];
    const config = file(JSON.stringify({ archive: archive() }));
    await runHttp([...command, "--config", config], { env: netrc() });
    expect(asked()).toEqual([`${SECRET} ${BASIC}`]);
  });
});

describe("mistakes in credentials", () => {
  it.each([
    [["--header", SECRET], "--header takes 'Name: value'"],
    [["--header", `X: a\r\nY: ${SECRET}`], "--header takes 'Name: value'"],
    [["--header", `Host: ${SECRET}`], "--header cannot set Host"],
    [["--cookies", "nowhere"], "--cookies nowhere cannot be read: no such file"],
    [["--archive", `http://me:${SECRET}@a.example/`], "--archive takes no password"],
  ])("reports a mistake in %j without printing the secret", async (args, message) => {
    const { status, stderr } = await runBin(["-i", `timemap=${uriT()}`, ...args]);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expectNoSecret(stderr);
  });
});
