import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { appendFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { UsageError, whileWriting } from "../../base/errors.js";
import { parsedJson, parseObject } from "../../base/json.js";
import { replaceFile } from "../../base/replace-file.js";
import { version } from "../../base/version.js";
import {
  formatPicturesIndex,
  parsePicturesIndex,
  pictureOfCapture,
  type PictureOfCapture,
  PICTURES_INDEX,
} from "../../report/pictures-index.js";

/** File with one line for each finished capture. The file is removed when the index is written. */
const JOURNAL = "pictures.partial.jsonl";
const PICTURES_SOFTWARE = `detect_off_topic ${version} pictures`;

/** Folder of pictures that is being made. A stopped command continues from the pictures in its folder. */
export class FolderOfPictures {
  readonly #folder: string;
  readonly #scripts: boolean;
  /** Finished captures, by {@link pictureKey}. */
  readonly #done = new Map<string, PictureOfCapture>();

  private constructor(folder: string, scripts: boolean) {
    this.#folder = folder;
    this.#scripts = scripts;
  }

  /**
   * Throws a `UsageError` if the folder has files of other programs, or pictures that were drawn with other settings.
   */
  static async open(folder: string, scripts: boolean): Promise<FolderOfPictures> {
    const name = `-o ${folder}`;
    await whileWriting(name, "Give a folder that you may write to.", async () => {
      await mkdir(folder, { recursive: true });
      const names = readdirSync(folder);
      const isOurs = names.includes(PICTURES_INDEX) || names.includes(JOURNAL);
      if (!isOurs && names.length > 0) {
        throw new UsageError(
          `${name} has files that pictures did not write. Give the name of a new folder.`,
        );
      }
    });
    const opened = new FolderOfPictures(folder, scripts);
    await opened.#readDone();
    return opened;
  }

  /** A capture whose file is missing is not finished. */
  isDone(capture: Pick<PictureOfCapture, "uriM" | "record">): boolean {
    const file = this.#done.get(pictureKey(capture))?.file;
    return this.#done.has(pictureKey(capture)) && (file === undefined || this.#has(file));
  }

  async save(webp: Uint8Array): Promise<string> {
    const file = `${createHash("sha256").update(webp).digest("hex").slice(0, 32)}.webp`;
    if (!this.#has(file)) await replaceFile(join(this.#folder, file), webp);
    return file;
  }

  async add(capture: PictureOfCapture): Promise<void> {
    this.#done.set(pictureKey(capture), capture);
    await appendFile(join(this.#folder, JOURNAL), `${JSON.stringify(capture)}\n`);
  }

  /** Writes the index. The given captures come first in their order, followed by the captures of other results. */
  async finish(
    captures: readonly Pick<PictureOfCapture, "uriM" | "record">[],
  ): Promise<readonly PictureOfCapture[]> {
    const rest = new Map(this.#done);
    const own = captures.flatMap((each) => {
      const key = pictureKey(each);
      const found = rest.get(key);
      rest.delete(key);
      return found ?? [];
    });
    const index = {
      software: PICTURES_SOFTWARE,
      scripts: this.#scripts,
      captures: [...own, ...rest.values()],
    };
    await replaceFile(join(this.#folder, PICTURES_INDEX), formatPicturesIndex(index));
    await rm(join(this.#folder, JOURNAL), { force: true });
    return own;
  }

  #has(file: string): boolean {
    return existsSync(join(this.#folder, file));
  }

  async #readDone(): Promise<void> {
    const index = join(this.#folder, PICTURES_INDEX);
    if (existsSync(index)) {
      const { scripts, captures } = parsePicturesIndex(readFileSync(index, "utf8"), index);
      this.#requireSame(scripts);
      // Failed captures are tried again, because the files or the limit may have changed.
      for (const each of captures) {
        if (each.problem === undefined) this.#done.set(pictureKey(each), each);
      }
    }
    const journal = join(this.#folder, JOURNAL);
    if (!existsSync(journal)) {
      await appendFile(journal, `${JSON.stringify({ scripts: this.#scripts })}\n`);
      return;
    }
    const text = readFileSync(journal, "utf8");
    const [first = "", ...lines] = text.split("\n");
    const scripts = parseObject(first)?.["scripts"];
    if (typeof scripts === "boolean") this.#requireSame(scripts);
    // The last line may be incomplete. In that case its capture is drawn again.
    for (const line of lines) {
      const each = parsedJson(line);
      if (pictureOfCapture.is(each)) this.#done.set(pictureKey(each), each);
    }
    if (!text.endsWith("\n")) await appendFile(journal, "\n");
  }

  #requireSame(scripts: boolean): void {
    if (scripts === this.#scripts) return;
    throw new UsageError(
      `the pictures in ${this.#folder} were drawn ${scripts ? "with" : "without"} scripts. Give another folder with -o.`,
    );
  }
}

const pictureKey = ({ uriM, record }: Pick<PictureOfCapture, "uriM" | "record">): string =>
  `${record} ${uriM}`;
