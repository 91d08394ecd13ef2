import type { ShownMemento } from "../memento-text.js";

/** The forms in which mementos to remove are copied. */
export const REMOVAL_FORMS = {
  "uri-m": "URI-Ms",
  cdxj: "CDXJ keys",
  record: "file, offset, record id",
} as const;
export type RemovalForm = keyof typeof REMOVAL_FORMS;

export const removalForms = Object.keys(REMOVAL_FORMS) as readonly RemovalForm[];

/** What a list takes from a memento. */
export type Removed = Pick<ShownMemento, "uriM" | "date" | "source" | "recordId" | "surt">;

/** A line for each memento, in their order; none for those that do not have what a form asks for. */
export function removalList(
  mementos: readonly Removed[],
  form: RemovalForm,
  files: readonly string[],
): string[] {
  return mementos.flatMap(({ uriM, date, source, recordId, surt }) => {
    switch (form) {
      case "uri-m":
        return [onOneLine(uriM)];
      case "cdxj":
        if (surt === undefined || date === undefined) return [];
        return [`${surt} ${date.replace(/\D/gu, "").slice(0, 14)}`];
      case "record":
        if (source === undefined) return [];
        return [
          [files[source.file] ?? "", source.offset, recordId ?? ""].map(onOneLine).join("\t"),
        ];
    }
  });
}

/** Whatever stands in a name, it is one cell of one line. */
const onOneLine = (cell: string | number): string =>
  String(cell).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, encodeURIComponent);
