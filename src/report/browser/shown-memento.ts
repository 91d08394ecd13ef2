import type { PageMemento } from "../page-data.js";

/** A memento with the start of its text, where the report has it. */
export interface ShownMemento extends Omit<PageMemento, "text"> {
  readonly excerpt?: string;
}
