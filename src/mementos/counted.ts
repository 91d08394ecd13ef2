/** A number with its noun, as people write it: `1 memento`, `2 mementos`, `1 leaf`, `2 leaves`. */
export const counted = (number: number, one: string, more = `${one}s`): string =>
  `${number} ${number === 1 ? one : more}`;
