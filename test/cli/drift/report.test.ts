import { describe, expect, test } from "vitest";
import { resultOf } from "../../../cli/drift/findings";
import { driftText } from "../../../cli/drift/render";
import { type DriftReport, driftReport, type StackDrift, type UndeclaredChange } from "../../../cli/drift/report";
import { findUnmanaged, type UnmanagedOptions } from "../../../cli/drift/unmanaged";
import { asMarkdown, onTerminal } from "../../../cli/output/report";
import type { Display } from "../../../cli/output/style";
import type { Platform } from "../../../client";

const table = (report: DriftReport, display: Display) => onTerminal(driftText(report), display);
const markdown = (report: DriftReport) => asMarkdown(driftText(report));

function stackDrift(change: Partial<StackDrift> = {}): StackDrift {
  return { cwd: ".", stack: "prod", checked: 3, resources: [], undeclared: [], unfinished: [], notes: [], ...change };
}

function reportOf(change: Partial<DriftReport>): DriftReport {
  const stacks = change.stacks ?? [stackDrift()];
  const result = resultOf({ ...change, stacks });
  return driftReport.parse({ version: 1, checkedAt: "2026-01-02T03:04:05Z", result, stacks, ...change });
}

const changed = {
  name: "web",
  kind: "Pod",
  id: "p1",
  urn: "urn:pulumi:prod::shop::podwright:index:Pod::web",
  drift: "changed" as const,
  properties: [{ path: "args", secret: false, declared: "a|b", state: "a|b", platform: "x `y`\n| z" }],
};

const stray: NonNullable<DriftReport["unmanaged"]>[number] = {
  ...{ kind: "Pod", id: "p9", name: "x", status: "EXITED", createdAt: null, createdBy: null, import: "" },
  ...{ costPerHour: 0.0024, costPerMonth: null },
};

function undeclared(path: string, change: Partial<UndeclaredChange>): UndeclaredChange {
  const place = { name: "web", kind: "Pod", id: "p", urn: "urn" };
  return { ...place, path, secret: false, drift: false, ...change };
}

/** One finding of each type, and more names than fit in a line. */
function everything(): DriftReport {
  const many = Array.from({ length: 7 }, (_, index) => ({
    ...{ ...changed, name: `web-${index}`, urn: `urn:${index}` },
    ...(index > 0 && { drift: "gone" as const, properties: [] }),
  }));
  const secret = undeclared('env["MY-KEY"]', { secret: true, drift: true, keep: 'env: { "MY-KEY": … }' });
  const disk = undeclared("disk", { urn: "urn:0", state: 50, platform: 80, drift: true, keep: "disk: 80" });
  const lines = { restore: "locked: false", keep: "locked: true" };
  const locked = undeclared("locked", { state: false, platform: true, ...lines });
  return reportOf({
    stacks: [
      stackDrift({ stack: "quiet", undeclared: [locked] }),
      stackDrift({ cwd: "infra", checked: 9, resources: many, undeclared: [secret, disk] }),
      stackDrift({ stack: "killed", unfinished: ["A run was killed."] }),
      stackDrift({ stack: "locked", error: "the key was refused" }),
    ],
    unmanaged: [{ ...stray, import: "pulumi import podwright:index:Pod x p9" }],
  });
}

test("a drift report on a terminal shows every finding but no secret", async () => {
  await expect(table(everything(), {})).toMatchFileSnapshot("golden/terminal.txt");
});

test("a drift report in Markdown shows every finding but no secret", async () => {
  await expect(markdown(everything())).toMatchFileSnapshot("golden/comment.txt");
});

test("podwright drift lets the reader choose the stack of an import only if several stacks use the account", () => {
  const textOf = (stacks: readonly string[], line: string) =>
    table(
      reportOf({
        stacks: stacks.map((stack) => stackDrift({ stack })),
        unmanaged: [{ ...stray, import: line }],
      }),
      {},
    );
  const line = "pulumi import podwright:index:Pod x p9";
  expect(textOf(["prod", "dev"], line)).toContain("choose one, and add its folder and name with `--cwd` and `--stack`");
  expect(textOf(["prod", "dev"], `${line} --stack dev`)).toContain("a stack of the plugin:\n");
  expect(textOf(["prod"], line)).toContain("a stack of the plugin:\n");
});

test("podwright drift prints one line for a single stack without drift", () => {
  expect(table(reportOf({}), {})).toBe("Stack prod: in sync, 3 resources compared\n");
  expect(markdown(reportOf({}))).toBe(
    "## No drift\n\n- prod: in sync, 3 resources compared\n\n### Stack `prod`\n\nin sync, 3 resources compared\n",
  );
});

test("a drift report names the command that shows whether a killed run created a resource", () => {
  const unmanaged = [{ ...stray, createdBy: "shop/prod", recover: "podwright recover --stack prod" }];
  const text = table(reportOf({ unmanaged }), {});
  expect(text).toContain(
    "p9 may come from a killed run. To see whether that is proven:\n  podwright recover --stack prod\n",
  );
  expect(text).not.toContain("Do not import");
});

test("the resources of a stack that drift did not compare are no drift, and a note names the stack", () => {
  const held = { ...stray, import: undefined, createdBy: "shop/dev", heldBy: "dev" };
  const report = reportOf({ unmanaged: [held], stacksNotCompared: ["dev"] });
  expect(resultOf(report)).toBe("in-sync");
  expect(resultOf({ ...report, unmanaged: [held, stray] })).toBe("drift");
  expect(table(report, {})).toBe(
    "Stack prod: in sync, 3 resources compared\n\nDo not import these resources, because another stack manages or created them:\n  p9 is in stack dev\n\nnote: This run did not compare dev. `podwright drift --all` compares them too.\n",
  );
});

test("the total of drift says that a price is unknown, in the table and in Markdown", () => {
  const report = reportOf({ unmanaged: [stray, { ...stray, id: "p10", costPerHour: null }] });
  const display: Display = {};
  for (const text of [table(report, display), markdown(report)]) expect(text).toMatch(/\$0\.\d+ \+ \?/);
});

describe("the result of podwright drift for several stacks", () => {
  test("is an error if a comparison failed", () => {
    expect(resultOf({ stacks: [stackDrift()] })).toBe("in-sync");
    expect(resultOf({ stacks: [stackDrift()], unmanaged: [stray] })).toBe("drift");
    expect(resultOf({ stacks: [stackDrift({ resources: [changed] })] })).toBe("drift");
    expect(resultOf({ stacks: [stackDrift({ resources: [changed] }), stackDrift({ error: "no" })] })).toBe("error");
    expect(resultOf({ stacks: [stackDrift()], unmanagedError: "no" })).toBe("error");
  });
});

describe("the Markdown report of drift", () => {
  const long = { path: "args", secret: false, declared: "", state: "", platform: "x".repeat(90_000) };

  test("shows every deleted resource even if another value is very long", () => {
    const resources = [
      { ...changed, name: "api", properties: [long] },
      { ...changed, name: "batch", urn: "urn:2", drift: "gone" as const, properties: [] },
    ];
    const unmanaged = [{ ...stray, costPerHour: 2, costPerMonth: 1460 }];
    const text = markdown(reportOf({ stacks: [stackDrift({ resources })], unmanaged }));

    expect(text).toMatch(
      /^## Drift found\n\n- prod: drift in 2 of 3 resources \(gone: batch; changed: api\)\n- in no stack: 1 resource, \$2\.00 an hour, \$1,460\.00 a month\n\n### Stack/,
    );
    const rows = text.split("\n").filter((line) => line.startsWith("| `"));
    expect(rows[0]).toBe("| `batch` Pod | **gone** |  |  |  |  |");
    expect(rows[1]).toMatch(/^\| `api` Pod \| .* `x{200}… \(90000 characters\)` \|$/);
    expect(text).toContain("| **total** |");
  });

  test("truncates each long error, note and program line", () => {
    const words = "word ".repeat(20_000);
    const change = undeclared("args", { drift: true, state: "", platform: words, keep: `args: "${words}"` });
    const stacks = [
      stackDrift({ notes: [words], unfinished: [words], undeclared: [change] }),
      stackDrift({ stack: "jobs", error: words }),
    ];
    const text = markdown(reportOf({ stacks }));

    expect(text.length).toBeLessThan(10_000);
    expect(text).toContain("### Stack `jobs`");
    expect(text).not.toContain("more line");
  });

  test("fills at most a third of a GitHub comment", () => {
    const many = Array.from({ length: 2_000 }, (_, index) => ({ ...changed, name: `web-${index}` }));

    const unfinished = ["A run was killed."];
    const text = markdown(reportOf({ stacks: [stackDrift({ checked: 2_000, resources: many, unfinished })] }));

    expect(text.length).toBeLessThan(65_536 / 3);
    const shown = text.split("\n").filter((line) => line.startsWith("| `web-")).length;
    expect(text).toContain(`…and ${2_000 - shown} more lines`);
    expect(text).toContain("**Unfinished:** A run was killed.");
  });
});

describe("podwright drift --unmanaged", () => {
  const gpu = { id: "g", name: "g", pool: "ADA_24", price: { secure: 1, community: 1, serverless: 0.5 } };
  const unknown = { gpuTypeId: null, gpuCount: 1, status: "RUNNING" };
  const platform = (pods: object[], endpoints: object[], workers: object[] = [unknown]) =>
    new Proxy(
      {
        pods: { list: async () => pods },
        endpoints: { list: async () => endpoints },
        workers: { list: async () => ({ workers }) },
        catalog: { gpuTypes: async () => [gpu], cpuTypes: async () => [] },
      },
      // No other kind has resources.
      { get: (areas, area) => Reflect.get(areas, area) ?? { list: async () => [] } },
    ) as unknown as Platform;
  const held = new Set(["p1", "e1"]);
  const asked = (more: Partial<UnmanagedOptions> = {}): UnmanagedOptions => ({
    isHeld: (_: string, id: string) => held.has(id),
    names: new Set(),
    targets: [],
    ...more,
  });
  const running = (id: string, name: string, cost = 1) => ({
    id,
    name,
    status: "RUNNING",
    createdAt: "2026-01-01T00:00:00Z",
    cost,
    env: {},
  });

  test("counts all GPUs of an endpoint's running workers in the cost", async () => {
    const workers = [
      { ...unknown, gpuCount: 4 },
      { ...unknown, gpuCount: 4, gpuTypeId: "g" },
      { ...unknown, gpuCount: 4, status: "THROTTLED", dataCenterId: null },
    ];
    const endpoint = { id: "e2", name: "queue", gpuIds: "ADA_24", gpuCount: 4 };
    const { unmanaged } = await findUnmanaged(platform([], [endpoint], workers), asked());
    const [found] = unmanaged;
    expect(found?.costPerHour).toBe(4);
  });

  test("shows the cost and the import command of each resource", async () => {
    const { unmanaged: found } = await findUnmanaged(
      platform(
        [{ id: "p1", name: "held", cost: 9 }, running("p2", "my notebook; rm -rf /", 0.4)],
        [
          { id: "e1", name: "held", workers: 1, gpuIds: "ADA_24" },
          { id: "e2", name: "queue", workers: 2, gpuIds: "ADA_24" },
          { id: "e3", name: "odd", workers: 1, gpuIds: "UNKNOWN" },
        ],
      ),
      asked(),
    );

    expect(found.map(({ id, costPerHour }) => [id, costPerHour])).toEqual([
      ["e2", 1],
      ["p2", 0.4],
      ["e3", null],
    ]);
    expect(found[1]?.import).toBe("pulumi import podwright:index:Pod my-notebook-rm--rf p2");
  });

  test("suggests an unused name for the import", async () => {
    const pods = [running("p2", "web"), running("p3", "notebook"), running("p4", "notebook")];

    const prod = { organization: "-", project: "app", stack: "prod" };
    const { unmanaged } = await findUnmanaged(
      platform(pods, []),
      asked({
        names: new Set(["web"]),
        targets: [{ imports: true, ...prod, commandLine: (command) => `${command} --stack prod` }],
      }),
    );

    expect(unmanaged.map((one) => one.import)).toEqual([
      "pulumi import podwright:index:Pod notebook p3 --stack prod",
      "pulumi import podwright:index:Pod notebook-p4 p4 --stack prod",
      "pulumi import podwright:index:Pod web-p2 p2 --stack prod",
    ]);
  });

  test("reports an error if Podwright could not search the account", () => {
    const report = reportOf({
      unmanagedError: "Podwright could not list the resources that no stack manages: the key was refused",
    });

    expect(report.result).toBe("error");
    expect(table(report, {})).toContain("the key was refused");
    expect(markdown(report)).toMatch(/^## Drift check failed\n[\s\S]*the key was refused/);
  });
});
