import type { GroupedReport } from "../../client";
import type { Question } from "./query";

/** US dollars by wire name, the total first. */
export type Amounts = Readonly<Record<string, number>>;

/** One bucket of time and one group in it. */
export type Row = GroupedReport<Amounts>["records"][number];

/** What was asked, and what the client made of it. */
export interface Report extends Omit<GroupedReport<Amounts>, "grouping"> {
  readonly question: Question;
}
