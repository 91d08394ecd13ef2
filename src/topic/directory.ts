/** The directory of a page in its host: its SURT up to the last slash of the path. */
export function directoryOf(surt: string): string {
  const path = surt.split("?", 1)[0]!;
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Which directories hold recognised documents: made as they are met, in any order. */
export class Directories {
  /** By directory: the grouping keys met there, up to two, and those of them with a recognised document, up to two. */
  readonly #known = new Map<
    string,
    { readonly keys: Set<string>; readonly recognised: Set<string> }
  >();

  add(key: string, isRecognised: boolean): void {
    const directory = directoryOf(key);
    if (directory === "") return;
    let known = this.#known.get(directory);
    if (known === undefined)
      this.#known.set(directory, (known = { keys: new Set(), recognised: new Set() }));
    if (known.keys.size < 2) known.keys.add(key);
    if (isRecognised && known.recognised.size < 2) known.recognised.add(key);
  }

  /** As the profile has them: only those where one URI-R can say something of another. */
  list(): (readonly [directory: string, only: string | null])[] {
    return [...this.#known]
      .filter(([, { keys, recognised }]) => keys.size > 1 && recognised.size > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([directory, { recognised }]) => {
        const [only = null] = recognised.size === 1 ? recognised : [];
        return [directory, only];
      });
  }
}
