import { defineExtension } from "../../run/plugins/define-extension.js";
import { parquet } from "./parquet.js";

export default defineExtension({
  name: "tables",
  summary: "Writes results as tables for data frames and databases.",
  writers: [parquet],
});
