import { type Call, ok, type Route, routesOf } from "../../http/route";
import type { Platform } from "../../platform/platform";
import { type Report, reportShape, reports } from "./reports";
import { windowOf } from "./window";

export function billingRoutes(platform: Platform): Route[] {
  const show = (report: Report) => (call: Call) => {
    const window = windowOf(call.query, platform.clock.now());
    // RunPod ignores an empty filter.
    const filter = (report.resource && call.query.get(report.resource)) || null;
    return ok(reportShape(platform.ledger, report, window, filter));
  };
  return routesOf(
    "rest",
    reports.map((report) => [`GET ${report.path}`, report.operation, show(report)]),
  );
}
