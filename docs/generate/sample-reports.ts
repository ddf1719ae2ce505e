import { type CostReport, costReport } from "../../cli/cost/report";
import { type DriftReport, driftReport } from "../../cli/drift/report";

const urnOf = (kind: string, name: string) => `urn:pulumi:production::shop::podwright:index:${kind}::${name}`;

/** A report about the drift of a small stack, for pictures. */
export const drift: DriftReport = driftReport.parse({
  version: 1,
  checkedAt: "2026-06-01T06:00:00Z",
  result: "drift",
  stacks: [
    {
      cwd: ".",
      stack: "production",
      checked: 5,
      resources: [
        {
          ...{ name: "web", kind: "Pod", id: "kjy6d1xz2yb5y8", urn: urnOf("Pod", "web"), drift: "changed" },
          properties: [
            { path: "image", secret: false, declared: "nginx:1.29", state: "nginx:1.29", platform: "nginx:1.27" },
          ],
        },
        {
          ...{ name: "trainer", kind: "Pod", id: "2vb1z8qjd0u2bd", urn: urnOf("Pod", "trainer"), drift: "stopped" },
          properties: [
            { path: "desiredStatus", secret: false, declared: "RUNNING", state: "RUNNING", platform: "EXITED" },
          ],
        },
        {
          ...{
            name: "jobs",
            kind: "ServerlessEndpoint",
            id: "ifrco1kgbpv2kh",
            urn: urnOf("ServerlessEndpoint", "jobs"),
          },
          ...{ drift: "changed" },
          properties: [{ path: "workersMax", secret: false, declared: 3, state: 3, platform: 10 }],
        },
      ],
      undeclared: [],
      unfinished: [],
      notes: [],
    },
  ],
  unmanaged: [
    {
      ...{ kind: "Pod", id: "9wq2c7tz4m1xsa", name: "test-of-friday", status: "RUNNING", createdBy: null },
      ...{ createdAt: "2026-05-29T16:20:00Z", costPerHour: 0.69, costPerMonth: 503.7 },
      import: "pulumi import podwright:index:Pod test-of-friday 9wq2c7tz4m1xsa",
    },
  ],
});

/** A report about the cost of a small change, for pictures. */
export const cost: CostReport = costReport.parse({
  version: 1,
  previewedAt: "2026-06-01T06:00:00Z",
  refreshed: true,
  hoursPerMonth: 730,
  stacks: [
    {
      cwd: ".",
      stack: "production",
      resources: [
        {
          ...{ name: "web", kind: "Pod", urn: urnOf("Pod", "web"), action: "replace" },
          perHour: { now: 0.39, atRest: 0.69, atMost: 0.69 },
        },
        {
          ...{ name: "jobs", kind: "ServerlessEndpoint", urn: urnOf("ServerlessEndpoint", "jobs"), action: "update" },
          perHour: { now: 0.62, atRest: 0.62, atMost: 1.86 },
        },
      ],
      perHour: { now: 1.01, atRest: 1.31, atMost: 2.55 },
    },
  ],
  perHour: { now: 1.01, atRest: 1.31, atMost: 2.55 },
  unknown: [],
  budget: { perHour: 5, over: false, certain: true },
});
