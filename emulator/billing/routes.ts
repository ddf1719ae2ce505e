import { ok, type Route } from "../http/route";
import type { Platform } from "../platform";
import { answerOf, reports } from "./reports";
import { windowOf } from "./window";

export function billingRoutes(platform: Platform): Route[] {
  return reports.map((report) => ({
    surface: "rest",
    method: "GET",
    path: report.path,
    operation: report.operation,
    handle: ({ query }) => {
      const window = windowOf(query, platform.clock.now());
      // An empty filter is none.
      const filter = (report.resource && query.get(report.resource)) || null;
      return ok(answerOf(platform.ledger, report, window, filter));
    },
  }));
}
