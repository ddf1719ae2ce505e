import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { afterEach, expect, test, vi } from "vitest";
import { HostOperations } from "../../../../provider/hosts/host-operations";
import { EngineLog } from "../../../../provider/hosts/plugin/grpc/engine-log";
import { Engines } from "../../../../provider/hosts/plugin/grpc/engines";
import { resourceContext } from "../../../../provider/hosts/plugin/methods/resource-context";
import { Provider } from "../../../../provider/hosts/plugin/provider";
import type { Run } from "../../../../provider/session/run";
import { startProvider } from "./support/provider";

afterEach(() => {
  vi.restoreAllMocks();
});

class HeardLog extends EngineLog {
  readonly heard: string[][] = [];
  override line(...said: Parameters<EngineLog["line"]>): void {
    this.heard.push(["stays", ...said]);
  }
  override status(...said: Parameters<EngineLog["status"]>): void {
    this.heard.push(["passes", ...said]);
  }
}

function contextWith(log: HeardLog) {
  const engines = new Engines();
  Object.assign(engines.current, { log });
  const provider = new Provider({});
  return resourceContext({
    version: "1.2.3",
    schema: () => "{}",
    provider: async () => provider,
    engines,
    lifeline: { signal: new AbortController().signal, hold: (work) => work },
  });
}

test.each([
  [90, 90_000],
  [0, 900_000],
])("an engine's timeout of %d seconds gives an operation %d milliseconds", async (seconds, milliseconds) => {
  const { runOf } = contextWith(new HeardLog());
  expect((await runOf("urn:web", seconds)).timeoutMs).toBe(milliseconds);
});

test("an operation takes the name of its resource, its project and its stack from the URN", async () => {
  const { runOf } = contextWith(new HeardLog());
  const urn = "urn:pulumi:dev::shop::my:Site$podwright:index:Pod::web::blue";
  expect(await runOf(urn, 0)).toMatchObject({
    ...{ urn, name: "web::blue" },
    stack: { organization: "-", project: "shop", stack: "dev" },
  });
  const { stack, name, ...run } = await runOf("", 0);
  expect({ stack, name }).toEqual({ stack: { organization: "-", project: "", stack: "" }, name: "" });
  expect(run).not.toHaveProperty("urn");
});

test("each operation uses the time-out that the engine sends for the operation", async () => {
  const seen: Record<string, number> = {};
  const keep = (operation: "create" | "read" | "update" | "delete") =>
    vi.spyOn(HostOperations.prototype, operation).mockImplementation(async (run: Run) => {
      seen[operation] = run.timeoutMs;
      throw new Error("seen");
    });
  for (const operation of ["create", "read", "update", "delete"] as const) keep(operation);
  const { ask } = await startProvider({});
  const urn = "urn:pulumi:dev::project::podwright:index:Pod::web";

  await Promise.allSettled([
    ask("create", new proto.CreateRequest().setUrn(urn).setTimeout(11)),
    ask("read", new proto.ReadRequest().setUrn(urn).setTimeout(12)),
    ask("update", new proto.UpdateRequest().setUrn(urn).setTimeout(13)),
    ask("delete", new proto.DeleteRequest().setUrn(urn).setTimeout(14)),
  ]);

  expect(seen).toEqual({ create: 11_000, read: 12_000, update: 13_000, delete: 14_000 });
});

test("a warning stays in the output, unlike a progress line", async () => {
  const log = new HeardLog();
  const { runOf } = contextWith(log);
  const run = await runOf("urn:web", 0);
  run.report("pod a is STARTING");
  run.warn("pod b goes on costing");
  expect(log.heard).toEqual([
    ["passes", "urn:web", "pod a is STARTING"],
    ["stays", "warning", "urn:web", "pod b goes on costing"],
  ]);
});
