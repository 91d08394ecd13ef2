import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ROOT, temporaryFolder } from "../support/run-bin.js";
import { runToFile } from "../support/run-program.js";
import { http, warcRecord } from "../support/warc-builder.js";

/** Returns the command of docs/automation.md whose hook reads a variable of the environment. */
function example(variable: string): string {
  const text = readFileSync(join(ROOT, "docs/automation.md"), "utf8");
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gmsu)].map(([, block = ""]) => block);
  const commands = blocks.flatMap((block) => block.split(/\n\n/u));
  return commands.find((command) => command.includes(`"$${variable}"`))!;
}

/** Writes two crawls into a folder, and a history that has the first. In the second a seed is newly off-topic. */
async function writeCrawls(folder: string): Promise<void> {
  const crawl = (year: number, html: string): void =>
    writeFileSync(
      join(folder, "crawls", `${year}.warc`),
      warcRecord({ uri: "http://harbour.example/", date: `${year}-05-01T00:00:00Z` }, http(html)),
    );
  mkdirSync(join(folder, "crawls"));
  const own = "<title>Harbour Museum</title><p>The old lifeboat is on show until October.";
  for (const year of [2001, 2002]) crawl(year, own);
  const history = ["--history", join(folder, "known"), "-ot", "jsonl"];
  await runToFile(["-i", `warc=${join(folder, "crawls")}`, ...history]);
  crawl(2003, "<title>Account suspended</title><h1>This account has been suspended</h1>");
}

/** Runs a command twice in a folder with two crawls and a history of the first. The second run has no new file. */
async function runExample(command: string, env: Readonly<Record<string, string>>): Promise<void> {
  const folder = temporaryFolder();
  await writeCrawls(folder);
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const program = `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/bin/detect_off_topic.js" "$@"\n`;
  writeFileSync(join(bin, "detect_off_topic"), program);
  chmodSync(join(bin, "detect_off_topic"), 0o755);
  const child = spawn("bash", ["-ec", `${command}\n${command}`], {
    cwd: folder,
    env: { ...process.env, ...env, PATH: `${bin}:${process.env["PATH"] ?? ""}` },
    stdio: "inherit",
  });
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
}

/** Returns the address of a server on loopback, without its scheme. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const NEWS =
  "1 seed is newly off-topic:\n  http://harbour.example/ is off-topic since 2003-05-01T00:00:00Z";

it("the documented hook for a chat posts once that a seed is newly off-topic", async () => {
  const posted: string[] = [];
  const address = await listening(
    createHttpServer((request, response) => {
      let body = "";
      request.on("data", (bytes: Buffer) => (body += bytes.toString("utf8")));
      request.on("end", () => {
        posted.push(body);
        response.end();
      });
    }),
  );
  await runExample(example("CHAT_WEBHOOK"), { CHAT_WEBHOOK: `http://${address}/` });
  expect(posted).toEqual([expect.stringContaining(NEWS)]);
});

it("the documented hook for mail sends one message about the seed that is newly off-topic", async () => {
  let sent = "";
  const address = await listening(
    createServer((socket) => {
      let isMessage = false;
      const answers = (text: string): void => void socket.write(`${text}\r\n`);
      answers("220 mail.library.example");
      socket.on("data", (bytes: Buffer) => {
        const said = bytes.toString("utf8");
        sent += said;
        if (isMessage) {
          if (!sent.endsWith("\r\n.\r\n")) return;
          isMessage = false;
          answers("250 accepted");
        } else if (said.startsWith("DATA")) {
          isMessage = true;
          answers("354 go on");
        } else answers(said.startsWith("QUIT") ? "221 bye" : "250 OK");
      });
    }),
  );
  await runExample(example("MAIL_SERVER"), { MAIL_SERVER: `smtp://${address}` });
  expect(sent).toContain("RCPT TO:<curator@library.example>");
  expect(sent).toContain(`Subject: Changed seeds\r\n\r\n${NEWS.replace("\n", "\r\n")}`);
  expect(sent.split("Subject:")).toHaveLength(2);
});
