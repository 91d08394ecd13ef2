import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { nameBeside } from "../../../src/base/replace-file.js";
import type { KeptDecisions } from "../../../src/report/page-data.js";
import {
  type Decision,
  formatDecisions,
  mergeDecisions,
  parseDecisions,
} from "../../../src/write/decisions.js";
import { dataOf } from "../../report/items.js";
import { makePictures } from "../../report/made-pictures.js";
import { rowsOf } from "../../support/rows.js";
import { runBin } from "../../support/run-bin.js";
import { long } from "../../support/thorough.js";
import {
  ask,
  post,
  resultsOf,
  reviewData,
  reviewing,
  reviewingAsProcess,
  WARC,
} from "./reviewing.js";

const LAST = "fixtures/collection/saltmouth-2019-2024.warc.gz";

const decide = (uriM: string, more: Partial<Decision> = {}): Decision => ({
  uriM,
  label: "off-topic",
  at: "2026-03-01T09:00:00Z",
  ...more,
});

describe("review", () => {
  it("review serves the report, and writes decisions to the file", async () => {
    const { results, decisions, uriMs } = await resultsOf(`warc=${WARC}`);
    const { status, stderr } = await reviewingAsProcess(
      [results, "--decisions", decisions],
      async ({ url }) => {
        const page = await ask(url);
        expect(page.status).toBe(200);
        expect(page.body).toContain('id="report-head"');
        const { saveUrl, archivedUrl, decisions: held } = await reviewData(url);
        expect([archivedUrl, parseDecisions(held).decisions]).toEqual([undefined, []]);
        const text = formatDecisions([decide(uriMs[0]!)]);
        const saved = await post(saveUrl, text);
        expect([saved.status, (JSON.parse(saved.body) as KeptDecisions).decisions]).toEqual([
          200,
          text,
        ]);
        expect(readFileSync(decisions, "utf8")).toBe(text);
        expect((await reviewData(url)).decisions).toBe(text);
      },
    );
    expect(status).toBe(0);
    expect(stderr).toContain("open this in a browser");
    expect(existsSync(`${decisions}.lock`)).toBe(false);
  });

  it("review keeps the permissions of the decisions file, and follows no link beside it", async () => {
    const { folder, results, decisions, uriMs } = await resultsOf(`warc=${WARC}`);
    const precious = join(folder, "precious");
    writeFileSync(precious, "precious");
    symlinkSync("precious", `${decisions}.new`);
    writeFileSync(decisions, "");
    chmodSync(decisions, 0o600);
    const text = formatDecisions([decide(uriMs[0]!)]);
    await reviewing([results, "--decisions", decisions], async ({ url }) => {
      const { saveUrl } = await reviewData(url);
      expect((await post(saveUrl, text)).status).toBe(200);
    });
    expect(readFileSync(precious, "utf8")).toBe("precious");
    expect(lstatSync(decisions).isFile()).toBe(true);
    expect(readFileSync(decisions, "utf8")).toBe(text);
    expect(statSync(decisions).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual([
      "decisions.tsv",
      "decisions.tsv.new",
      "precious",
      "run.jsonl",
    ]);
  });

  it("review removes the unfinished file of a killed review", async () => {
    const { folder, results, decisions } = await resultsOf(`warc=${WARC}`);
    const ofDeadProcess = nameBeside(decisions).replace(`-${process.pid}-`, "-999999999-");
    writeFileSync(ofDeadProcess, "half of it");
    await reviewing([results, "--decisions", decisions], async ({ url }) => {
      expect((await ask(url)).status).toBe(200);
    });
    expect(readdirSync(folder)).toEqual(["run.jsonl"]);
  });

  it("review merges the decisions of two windows, of which the newest on a capture counts", async () => {
    const { results, decisions, uriMs } = await resultsOf(`warc=${WARC}`);
    const [one, other] = [
      [decide(uriMs[0]!, { by: "anna" }), decide(uriMs[1]!, { by: "anna" })],
      [decide(uriMs[1]!, { by: "ben", label: "on-topic" })],
    ];
    await reviewing([results, "--decisions", decisions], async ({ url }) => {
      const { saveUrl } = await reviewData(url);
      await Promise.all([
        post(saveUrl, formatDecisions(one)),
        post(saveUrl, formatDecisions(other)),
      ]);
      const both = formatDecisions(mergeDecisions(one, other));
      expect((await reviewData(url)).decisions).toBe(both);
      expect(readFileSync(decisions, "utf8")).toBe(both);
    });
  });

  it("review answers saves that arrive at once with the decisions of all of them", async () => {
    const { results, decisions } = await resultsOf(`warc=${WARC}`);
    const held = Array.from({ length: 500 }, (_, at) => decide(`http://held.example/${at}`));
    const sent = Array.from({ length: 40 }, (_, at) => decide(`http://sent.example/${at}`));
    writeFileSync(decisions, formatDecisions(held));
    await reviewing([results, "--decisions", decisions], async ({ url }) => {
      const { saveUrl } = await reviewData(url);
      const answers = await Promise.all([
        ...sent.map((decision) => post(saveUrl, formatDecisions([decision]))),
        post(saveUrl, "URI-M\tlabel\nhttp://bad.example/\tmaybe\n"),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([...sent.map(() => 200), 400]);
      for (const [at, { uriM }] of sent.entries())
        expect(answers[at]!.body).toContain(`${uriM}\\t`);
    });
    expect(readFileSync(decisions, "utf8")).toBe(formatDecisions([...held, ...sent]));
  });

  it("review refuses a second process, a file without decisions, and inputs without files", async () => {
    const { results, decisions } = await resultsOf(`warc=${WARC}`);
    const args = [results, "--decisions", decisions];
    await reviewing(args, async () => {
      const second = await reviewingAsProcess(args, () => Promise.reject(new Error("it ran")));
      expect(second.status).toBe(5);
      expect(second.stderr).toMatch(/decisions\.tsv is open in another review \(process \d+ on/u);
    });
    for (const text of ["<html>", "id\tdate\tURI\tlabel\n1\t2013\thttp://a.example/\t0\n"]) {
      writeFileSync(decisions, text);
      const refused = await reviewing(args, () => Promise.reject(new Error("it ran")));
      expect([refused.status, readFileSync(decisions, "utf8")]).toEqual([2, text]);
      expect(refused.stderr).toMatch(
        /^detect_off_topic: [^\n]+ Correct it, or name another[^\n]+\n$/u,
      );
      expect(existsSync(`${decisions}.lock`)).toBe(false);
    }
    const other = await reviewing([results, "-i", "timemap=http://a.example/"], () =>
      Promise.reject(new Error("it ran")),
    );
    expect(other.stderr).toContain("give -i warc=FILE, wacz=FILE or dir=FOLDER");
  });
});

describe("server of review", () => {
  it("refuses requests to review that lack the token, or that have another origin or host", async () => {
    const { results, decisions, uriMs } = await resultsOf(`warc=${WARC}`);
    await reviewing([results, "--decisions", decisions, "-i", `warc=${WARC}`], async ({ url }) => {
      const { origin, pathname } = new URL(url);
      const { saveUrl, archivedUrl = "" } = await reviewData(url);
      const framed = `${archivedUrl}?uri=${encodeURIComponent(uriMs[0]!)}`;
      expect(new URL(archivedUrl).origin).not.toBe(origin);
      for (const path of [
        ...["/", "/decisions", "/x/decisions", `${pathname}x`, `${pathname}../`],
        ...[
          "/../../etc/passwd",
          `${pathname}../../../../etc/passwd`,
          `${pathname}%2e%2e/run.jsonl`,
        ],
        ...[`${pathname}run.jsonl`, `${pathname}decisions.tsv`, "//", "/%00", `${pathname}?x`],
      ]) {
        for (const from of [url, archivedUrl]) {
          expect([path, (await ask(from, { path })).status]).toEqual([path, 404]);
        }
      }
      for (const host of ["localhost", "evil.example", `evil.example:${new URL(url).port}`]) {
        expect((await ask(url, { headers: { host } })).status).toBe(403);
        expect((await ask(framed, { headers: { host } })).status).toBe(403);
      }
      const body = formatDecisions([decide(uriMs[0]!)]);
      for (const sender of ["http://evil.example", "null", "http://127.0.0.1", archivedUrl]) {
        const headers = { origin: sender };
        expect((await ask(saveUrl, { method: "POST", headers, body })).status).toBe(403);
        expect((await ask(url, { headers })).status).toBe(403);
      }
      expect((await ask(saveUrl, { method: "POST", body })).status).toBe(403);
      for (const method of ["PUT", "DELETE", "OPTIONS", "HEAD"]) {
        expect((await ask(saveUrl, { method, headers: { origin } })).status).toBe(404);
      }
      expect(existsSync(decisions)).toBe(false);
    });
  });

  it("listens on a chosen address and port under every name, for those who have the secret part", async () => {
    const { results, decisions, uriMs } = await resultsOf(`warc=${WARC}`);
    const taken = createServer();
    taken.listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const args = [results, "--decisions", decisions];
    const setting = ["--set", `port=${port}`];
    const refused = await runBin(["review", ...args, "--set", "no-open=true", ...setting]);
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringContaining(`port=${port} cannot be listened on: address already in use`),
    ]);
    taken.close();
    await once(taken, "close");
    const { stderr } = await reviewing(
      [...args, "--set", "host=0.0.0.0", ...setting],
      async ({ url }) => {
        const { pathname, port: served } = new URL(url);
        expect(served).toBe(String(port));
        const reached = `http://127.0.0.1:${port}`;
        const headers = { host: `archive-server:${port}`, origin: `http://archive-server:${port}` };
        const page = await ask(`${reached}${pathname}`, { headers });
        expect(page.status).toBe(200);
        expect(page.body).toContain(`connect-src http://archive-server:${port}${pathname}`);
        const body = formatDecisions([decide(uriMs[0]!)]);
        const saveUrl = `${reached}${pathname}decisions`;
        expect((await ask(saveUrl, { method: "POST", headers, body })).status).toBe(200);
        const other = { ...headers, origin: "http://evil.example" };
        expect((await ask(saveUrl, { method: "POST", headers: other, body })).status).toBe(403);
        for (const path of ["/", "/decisions", `/${"x".repeat(32)}/decisions`]) {
          expect((await ask(reached, { method: "POST", path, headers, body })).status).toBe(404);
        }
        const hostile = { host: "<script>" };
        expect((await ask(`${reached}${pathname}`, { headers: hostile })).status).toBe(403);
      },
    );
    expect(stderr).toContain("other machines reach this review");
  });

  it.skipIf(process.platform !== "linux")(
    "passes the address of review to the browser in a file that no other user can read",
    async () => {
      const { folder, results, decisions } = await resultsOf(`warc=${WARC}`);
      const opened = join(folder, "opened");
      const script = join(folder, "xdg-open");
      writeFileSync(script, `#!/bin/sh\necho "$1" > ${opened}.new && mv ${opened}.new ${opened}\n`);
      chmodSync(script, 0o755);
      let file = "";
      await reviewing(
        [results, "--decisions", decisions],
        async ({ url }) => {
          await vi.waitFor(() => {
            file = readFileSync(opened, "utf8").trim();
          });
          expect(readFileSync(file, "utf8")).toContain(`0;url=${url}"`);
          expect(statSync(dirname(file)).mode & 0o077).toBe(0);
        },
        folder,
      );
      expect(existsSync(file)).toBe(false);
    },
  );

  it("lets the page of review connect to its own server only, and lets no other page frame it", async () => {
    const { results, decisions } = await resultsOf(`warc=${WARC}`);
    await reviewing([results, "--decisions", decisions, "-i", `warc=${WARC}`], async ({ url }) => {
      const { headers, body } = await ask(url);
      const { homeUrl, archivedUrl } = await reviewData(url);
      const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]+)"/u.exec(body)!;
      const directives = policy.split("; ");
      expect(directives).toContain(`connect-src ${homeUrl}`);
      expect(directives).toContain(`frame-src ${archivedUrl!}`);
      expect(directives).toContain("default-src 'none'");
      expect(directives).toContain("require-trusted-types-for 'script'");
      expect(directives).toContain(`img-src ${archivedUrl!}`);
      expect(headers).toMatchObject({
        "content-security-policy": "frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
    });
  });

  it("uses the address of the last review if a page was open, unless other users can read the address or the port is in use", async () => {
    const { results, decisions } = await resultsOf(`warc=${WARC}`);
    const args = [results, "--decisions", decisions];
    const file = `${decisions}.address`;
    const urls: string[] = [];
    const run = async (): Promise<string> => {
      await reviewing(args, async ({ url }) => {
        expect((await ask(`${url}run`)).body).toBe(head.run);
        urls.push(url);
      });
      return urls.at(-1)!;
    };
    const { head } = dataOf((await runBin(["report", results, "-o", "-"])).stdout);
    const first = await run();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run()).toBe(first);
    const blocker = createServer();
    await new Promise<void>((resolve) =>
      blocker.listen(Number(new URL(first).port), "127.0.0.1", resolve),
    );
    const elsewhere = await run();
    await new Promise((resolve) => blocker.close(resolve));
    expect(new URL(elsewhere).port).not.toBe(new URL(first).port);
    expect(new URL(elsewhere).pathname).not.toBe(new URL(first).pathname);
    chmodSync(file, 0o644);
    expect(new URL(await run()).pathname).not.toBe(new URL(elsewhere).pathname);
    for (const text of ["{", '{"port":99999,"token":"x"}']) {
      writeFileSync(file, text, { mode: 0o600 });
      chmodSync(file, 0o600);
      expect(new URL(await run()).pathname).toMatch(/^\/[\w-]{32}\/$/u);
    }
  });

  it("prints a summary of the decisions and the command that uses them once no capture is open", async () => {
    const { results, decisions } = await resultsOf(`warc=${LAST}`);
    const { stdout } = await runBin(["convert", results, "-ot", "jsonl"]);
    const offTopic = rowsOf(stdout).filter((row) => row["overall topic status"] === "off-topic");
    const rows = offTopic.map((row, at) =>
      decide(String(row["URI-M"]), at === 0 ? { label: "on-topic" } : {}),
    );
    const [first, ...others] = rows;
    const input = ["-i", `warc=${LAST}`];
    const { stderr } = await reviewing(
      [results, "--decisions", decisions, ...input],
      async ({ url }) => {
        const { saveUrl, next } = await reviewData(url);
        expect(next).toBe(
          `detect_off_topic filter ${results} --overrides ${decisions} -i warc=${LAST} -o clean/`,
        );
        expect((await post(saveUrl, formatDecisions([first!]))).status).toBe(200);
        expect((await post(saveUrl, formatDecisions(others))).status).toBe(200);
      },
    );
    const all = rows.length;
    const onTopic = rowsOf(stdout).filter((row) => row["overall topic status"] === "on-topic");
    const seeds = new Set(onTopic.map((row) => row["URI-T"])).size;
    const line = `: ${all - 1} captures off-topic, 1 on-topic; 0 of ${seeds} checks decided. Next: detect_off_topic filter`;
    expect(stderr.split(line)).toHaveLength(3);
    expect(stderr).toMatch(/^(\d+) of \1 cases decided: /mu);
  });

  it("serves the pictures of the captures and no other file", async () => {
    const { folder, results, decisions, uriMs } = await resultsOf(`warc=${WARC}`);
    const pictures = makePictures(join(folder, "pictures"), uriMs);
    writeFileSync(join(pictures, "secret.txt"), "secret");
    const args = [results, "--decisions", decisions, "--pictures", pictures];
    await reviewing(args, async ({ url }) => {
      const { body } = await ask(url);
      expect(body).toContain(`img-src ${url}pictures/`);
      const { head } = dataOf(body);
      expect(head.pictures).toHaveLength(uriMs.length);
      const shown = await ask(`${url}${head.pictures![0]!}`);
      expect([shown.status, shown.headers["content-type"]]).toEqual([200, "image/webp"]);
      for (const name of ["secret.txt", "pictures.json", "../run.jsonl", "%2e%2e/run.jsonl", ""]) {
        expect((await ask(url, { path: `${new URL(url).pathname}pictures/${name}` })).status).toBe(
          404,
        );
      }
    });
  });

  it("keeps every confirmed decision if review is killed while writing, and leaves no lock file", async () => {
    const { results, decisions } = await resultsOf(`warc=${WARC}`);
    const args = [results, "--decisions", decisions];
    const rows = Array.from({ length: 400 }, (_, at) => decide(`http://a.example/${at}`));
    const kept: Decision[] = [];
    for (const until of long([7], [3, 7, 12])) {
      const { signal } = await reviewingAsProcess(args, async ({ url, child }) => {
        const { saveUrl } = await reviewData(url);
        const mine = rows.splice(0, 40);
        const answers = mine.map(async (row) => {
          const { status } = await post(saveUrl, formatDecisions([row])).catch(() => ({
            status: 0,
          }));
          if (status !== 200) return;
          kept.push(row);
          if (kept.length % 13 === until) child.kill("SIGKILL");
        });
        await Promise.all(answers);
      });
      expect([signal, until]).toEqual(["SIGKILL", until]);
      const { decisions: held, problems } = parseDecisions(readFileSync(decisions, "utf8"));
      expect(problems).toEqual([]);
      const found = new Set(held.map(({ uriM }) => uriM));
      expect(kept.filter(({ uriM }) => !found.has(uriM))).toEqual([]);
    }
    const { status } = await reviewing(args, () => Promise.resolve());
    expect(status).toBe(0);
  });
});
