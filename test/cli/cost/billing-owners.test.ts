import { describe, expect, test } from "vitest";
import { billingDocument } from "../../../cli/billing/document";
import { forecast, forecastSentence } from "../../../cli/billing/forecast";
import { byOwner, type OwnedBill } from "../../../cli/billing/owners";
import { type Clock, systemClock } from "../../../kernel/clock";
import { POD } from "../../client/support/local-server";
import { at, platform } from "../support/billing-platform";
import { FakePulumi } from "../support/fake-pulumi";

const record = (day: number, group: string, totalAmount: number) => ({
  startTime: at(day),
  endTime: at(day + 1),
  group,
  amounts: { totalAmount, gpuAmount: totalAmount },
});

const bill = {
  grouping: "podId",
  records: [record(0, "p1", 0.1), record(0, "p2", 0.2), record(0, "gone", 4), record(1, "p1", 1)],
  totals: { totalAmount: 5.3, gpuAmount: 5.3 },
  unattributed: 0,
  notes: [],
} as unknown as OwnedBill;

const owners = new Map([
  ["p1", { project: "shop", stack: "prod", name: "web" }],
  ["p2", { project: "shop", stack: "prod", name: "job" }],
]);

describe("a bill by owner", () => {
  const rows = (grouping: "stack" | "owner") =>
    byOwner(bill, grouping, owners).records.map(({ startTime, group, amounts }) => [
      startTime,
      group,
      amounts.totalAmount,
    ]);

  test("adds up the costs of each stack for each day", () => {
    expect(rows("stack")).toEqual([
      [at(0), "shop/prod", 0.3],
      [at(0), "unattributed", 4],
      [at(1), "shop/prod", 1],
    ]);
    expect(rows("owner").map(([, group]) => group)).toEqual([
      "shop/prod/job",
      "shop/prod/web",
      "unattributed",
      "shop/prod/web",
    ]);
  });

  test("shows the cost of resources without an owner", () => {
    const { notes, totals, unattributed } = byOwner(bill, "stack", owners);
    expect(unattributed).toBe(4);
    expect(totals).toBe(bill.totals);
    expect(notes).toEqual([expect.stringContaining('The cost of 1 resource ($4.00) is "unattributed"')]);
  });
});

test("the forecast of a bill assumes the current hourly rate until the end of the month", () => {
  const now = Date.parse("2026-06-30T12:00:00Z");
  const found = forecast(100, [0.5, 0.25, null], now);
  expect(found).toEqual({ month: "2026-06", spent: 100, perHour: 0.75, total: 109, unpriced: 1 });
  expect(forecastSentence(found)).toBe(
    "2026-06 so far: $100.00. At the current rate of $0.75 an hour, the month will cost $109.00. The rate does not include 1 resource without a known price. Set the price with --volume-price.",
  );
  expect(forecast(0, [0, null], now)).toMatchObject({ perHour: 0, unpriced: 1 });
  expect(forecast(0, [], Date.parse("2026-12-31T23:00:00Z"))).toMatchObject({ month: "2026-12", total: 0 });
});

describe("podwright billing", () => {
  const billed = [
    { day: 0, id: "pod1", gpu: 1 },
    { day: 0, id: "old", gpu: 2 },
  ];
  const june: Clock = { ...systemClock, now: () => Date.parse("2026-06-15T00:00:00Z") };

  test("groups costs by the stack whose state contains the resource", async () => {
    const urn = "urn:pulumi:prod::shop::podwright:index:Pod::web";
    const pulumi = new FakePulumi({
      version: 3,
      deployment: { resources: [{ urn, type: "podwright:index:Pod", id: "old" }] },
    });
    const { cli } = await platform(billed);
    const env = { PATH: pulumi.path };
    const { out, err } = await cli("pods --grouping stack --gpus-from prod --output json", { env });

    const { records, grouping } = JSON.parse(out);
    expect(grouping).toBe("stack");
    expect(records.map((one: Record<string, unknown>) => [one.stack, one.totalAmount])).toEqual([
      ["shop/prod", 2],
      ["unattributed", 1],
    ]);
    expect(err).toContain('The cost of 1 resource ($1.00) is "unattributed"');
    const named = await cli("pods --grouping owner --gpus-from prod --output csv", { env });
    expect(named.out).toContain("shop/prod/web,2");
  });

  test("names the owner of an existing resource by its mark rather than by a past state", async () => {
    const type = "podwright:index:Pod";
    const past = { resources: [{ urn: `urn:pulumi:dev::app::${type}::web`, type, id: "pod1", outputs: {} }] };
    const pulumi = new FakePulumi({ version: 3, deployment: { resources: [] } });
    pulumi.recordInFiles("app", { resources: [] }, past);
    const marked = { ...POD, id: "pod1", env: { PODWRIGHT_CREATED_BY: "-/lab/dev/job/job-1" } };
    const { cli } = await platform([{ day: 0, id: "pod1", gpu: 1 }], { "/v2/pods": [200, { pods: [marked] }] });
    const flags = ["--grouping", "owner", "--gpus-from", "dev", "--cwd", pulumi.dir, "--output", "csv"];
    const { out, err } = await cli(["pods", ...flags], { env: { PATH: pulumi.path } });
    expect(out + err).toContain("lab/dev/job,1");
  });

  test("requests the costs from --since until now", async () => {
    const { cli, requests } = await platform(billed);
    await cli("pods --since 7d --output json", { clock: june });
    expect(requests()).toContain("/v2/billing/pods?startTime=2026-06-08T00%3A00%3A00.000Z&bucketSize=day");
    const { err, exitCode } = await cli("pods --since 7d --this-month");
    expect(err).toContain("--since and --this-month exclude each other: give one of them");
    expect(exitCode).toBe(64);
  });

  test("forecasts the cost of the month from the hourly rate of the existing pods", async () => {
    const { cli } = await platform(billed);
    const world = { clock: june };
    const table = await cli("pods --this-month --output table", world);
    expect(table.out).toMatch(
      /\n2026-06 so far: \$3\.00\. At the current rate of \$\d+\.\d\d an hour, the month will cost \$[\d,.]+\.\n$/,
    );
    const { out } = await cli("pods --this-month --output json", world);
    const { forecast: found } = billingDocument.parse(JSON.parse(out));
    expect(found?.total).toBeCloseTo(3 + (found?.perHour ?? Number.NaN) * 16 * 24, 6);
  });
});
