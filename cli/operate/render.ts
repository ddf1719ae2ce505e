import { Output } from "../flags/output";
import { type ActReport, shownItem } from "./report";

export const actOutput = new Output<ActReport>("data", {
  table: (report) => `${shownItem(report)} is ${report.status ?? "deleted"}.\n`,
});
