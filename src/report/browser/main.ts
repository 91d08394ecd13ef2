import { startReport } from "./report.js";

startReport();
