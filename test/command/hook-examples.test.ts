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

/** Writes the results of two runs into a folder. The second has a seed that is newly off-topic. */
async function writeRuns(folder: string): Promise<void> {
  const crawl = (year: number, html: string): Buffer =>
    warcRecord({ uri: "http://harbour.example/", date: `${year}-05-01T00:00:00Z` }, http(html));
  const own = "<title>Harbour Museum</title><p>The old lifeboat is on show until October.";
  const closed = "<title>Account suspended</title><h1>This account has been suspended</h1>";
  const pages = [crawl(2001, own), crawl(2002, own), crawl(2003, closed)];
  for (const [name, count] of [["last", 2] as const, ["today", 3] as const]) {
    writeFileSync(join(folder, `${name}.warc`), Buffer.concat(pages.slice(0, count)));
    const { text } = await runToFile(["-i", `warc=${folder}/${name}.warc`, "-ot", "jsonl"]);
    writeFileSync(join(folder, `${name}.jsonl`), text);
  }
}

/** Runs a command in a folder with the results of two runs. Returns its exit status. */
async function runExample(command: string, env: Readonly<Record<string, string>>): Promise<number> {
  const folder = temporaryFolder();
  await writeRuns(folder);
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const program = `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/bin/detect_off_topic.js" "$@"\n`;
  writeFileSync(join(bin, "detect_off_topic"), program);
  chmodSync(join(bin, "detect_off_topic"), 0o755);
  const child = spawn("bash", ["-c", command], {
    cwd: folder,
    env: { ...process.env, ...env, PATH: `${bin}:${process.env["PATH"] ?? ""}` },
    stdio: "inherit",
  });
  return new Promise((resolve) => child.on("close", (status) => resolve(status ?? -1)));
}

/** Returns the address of a server on loopback, without its scheme. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const NEWS = "X http://harbour.example/ is off-topic since 2003-05-01T00:00:00Z";

it("the documented hook for a chat posts the seeds that are newly off-topic", async () => {
  let posted = "";
  const address = await listening(
    createHttpServer((request, response) => {
      request.on("data", (bytes: Buffer) => (posted += bytes.toString("utf8")));
      request.on("end", () => response.end());
    }),
  );
  const status = await runExample(example("CHAT_WEBHOOK"), { CHAT_WEBHOOK: `http://${address}/` });
  expect(status).toBe(4);
  expect(posted).toContain(NEWS);
});

it("the documented hook for mail sends the seeds that are newly off-topic", async () => {
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
  const status = await runExample(example("MAIL_SERVER"), { MAIL_SERVER: `smtp://${address}` });
  expect(status).toBe(4);
  expect(sent).toContain("RCPT TO:<curator@library.example>");
  expect(sent).toContain(`Subject: New off-topic seeds\r\n\r\n${NEWS}`);
});
