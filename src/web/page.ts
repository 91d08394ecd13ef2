import { byText, counted } from "../base/text.js";
import type { Message, Saved, Summary, WebTask } from "./messages.js";
import type { WebData } from "./platform/data.js";

/** Maximum size in bytes of all files together. */
const MOST_BYTES = 500e6;
const MOST_LISTED = 100;

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
}
const show = (id: string, isShown: boolean): void => {
  byId(id).hidden = !isShown;
};
const say = (...what: readonly (string | Node)[]): void => byId("said").replaceChildren(...what);

function unpacked(id: string): Response {
  const bytes = Uint8Array.from(atob(byId(id).textContent), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}

async function startWorker(): Promise<Worker> {
  const script = await unpacked("worker").text();
  return new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
}

let worker: Worker | undefined;
const addresses: string[] = [];

/** Stops a run and removes its results from the page. */
function clear(): void {
  worker?.terminate();
  worker = undefined;
  for (const address of addresses.splice(0)) URL.revokeObjectURL(address);
  for (const id of ["working", "done", "damage"]) show(id, false);
}

async function read(given: Iterable<File>): Promise<void> {
  const files = named([...given]);
  if (files.length === 0) return;
  clear();
  const bytes = files.reduce((sum, [, { size }]) => sum + size, 0);
  if (bytes > MOST_BYTES) {
    const command = document.createElement("code");
    command.append("detect_off_topic -i warc=FOLDER -o report.html");
    say(`${megabytes(bytes)} are more than this page reads. Install the command and run:`, command);
    return;
  }
  say(`Reading ${counted(files.length, "file")}.`);
  show("working", true);
  try {
    const own = await startWorker();
    worker = own;
    own.addEventListener("message", ({ data }: MessageEvent<Message>) => {
      if (worker === own) take(data);
    });
    own.addEventListener("error", ({ message }) => {
      if (worker === own) failed(message);
    });
    const data = (await unpacked("data").json()) as WebData;
    own.postMessage({ data, files } satisfies WebTask);
  } catch (cause) {
    failed(cause instanceof Error ? cause.message : String(cause));
  }
}

/** Files with the same name get a number. */
function named(files: readonly File[]): [string, File][] {
  const seen = new Map<string, number>();
  return [...files]
    .sort(({ name: a }, { name: b }) => byText(a, b))
    .map((file) => {
      const times = (seen.get(file.name) ?? 0) + 1;
      seen.set(file.name, times);
      return [times === 1 ? file.name : `${times}/${file.name}`, file];
    });
}

function take(message: Message): void {
  switch (message.kind) {
    case "progress":
      Object.assign(byId("bar"), { max: Math.max(1, message.of), value: message.done });
      byId("count").textContent = message.says;
      return;
    case "done":
      finished(message.files, message.summary);
      return;
    case "failed":
      failed(message.message);
  }
}

function failed(message: string): void {
  clear();
  say(`Error: ${message}`);
}

function finished(files: readonly Saved[], summary: Summary): void {
  clear();
  const { mementos, timeMaps, offTopic, unsure, without, damage } = summary;
  byId("found").textContent =
    `${offTopic} of ${counted(mementos, "capture")} ${offTopic === 1 ? "is" : "are"} off-topic`;
  byId("rest").textContent = [
    `In ${counted(timeMaps, "TimeMap")}.`,
    ...(unsure > 0 ? [`${unsure} unsure.`] : []),
    ...(without > 0 ? [`${without} without a verdict: the report says why.`] : []),
  ].join(" ");
  byId("saved").replaceChildren(...files.flatMap(({ name, blob }) => links(name, blob)));
  if (damage.length > 0) {
    const list = byId("damage");
    list.querySelector("summary")!.textContent =
      `${counted(damage.length, "place")} that could not be read`;
    list
      .querySelector("ul")!
      .replaceChildren(...damage.slice(0, MOST_LISTED).map((line) => item(line)));
    show("damage", true);
  }
  show("done", true);
  say("Finished.");
  byId("found").focus();
}

function links(name: string, blob: Blob): HTMLElement[] {
  const address = URL.createObjectURL(blob);
  addresses.push(address);
  const save = document.createElement("a");
  save.href = address;
  save.download = name;
  save.append(`Save ${name}`);
  const saved = item(save, ` (${megabytes(blob.size)})`);
  if (!name.endsWith(".html")) return [saved];
  const open = document.createElement("a");
  open.href = address;
  open.target = "_blank";
  open.append("Open the report");
  return [
    item(open, " in a new tab: look at the captures, decide, and save the decisions there"),
    saved,
  ];
}

function item(...content: readonly (string | Node)[]): HTMLLIElement {
  const made = document.createElement("li");
  made.append(...content);
  return made;
}

const megabytes = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

const input = byId("files") as HTMLInputElement;
input.addEventListener("change", () => void read(input.files ?? []));
byId("stop").addEventListener("click", () => {
  clear();
  say("Stopped.");
  input.focus();
});
const drop = byId("drop");
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
document.addEventListener("dragleave", ({ relatedTarget }) => {
  if (relatedTarget === null) drop.classList.remove("over");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  void read(event.dataTransfer?.files ?? []);
});
const notices = byId("notices");
notices.closest("details")!.addEventListener("toggle", () => {
  if (notices.textContent === "") {
    void unpacked("licences")
      .text()
      .then((text) => (notices.textContent = text));
  }
});
