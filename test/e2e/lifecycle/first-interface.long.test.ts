import { expect, test } from "vitest";
import { send } from "../../support/account";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { StandIns } from "../harness/platform/stand-ins";
import { driftOf } from "../harness/stack/podwright";
import type { Declared } from "../harness/stack/stack";
import { deploy, idsOf, mustChangeNothing, mustDo, mustSucceed } from "../harness/stack/steps";

// The quick tests prove every change of every input on this interface, without an engine.
test.for(["plugin", "dynamic"] as const)(
  "Podwright's %s provider manages pods and endpoints with the first version of RunPod's API",
  { timeout: 600_000 },
  async (host) => {
    const { emulator, stack } = await emulated({ strictInterface: true }, { host });
    const standIns = await StandIns.on(emulator);
    const program = (volumeId: string, path: string): Declared[] => [
      {
        kind: "Pod",
        name: "web",
        args: standIns.resolve({
          image: "nginx",
          gpu: { id: "NVIDIA L4" },
          mounts: { network: [{ volumeId, path }] },
        }),
      },
      { kind: "Template", name: "worker", args: { image: "worker", serverless: true } },
      {
        kind: "ServerlessEndpoint",
        name: "jobs",
        args: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the program refers to its template.
          templateId: "${worker.id}",
          gpuIds: "AMPERE_16",
          workersMax: 1,
          drain: { queued: "process" },
        },
      },
    ];
    await deploy(stack, program("volume-a", "/workspace"));
    await mustChangeNothing(stack.preview());
    const created = idsOf(stack);

    stack.declare(program("volume-a", "/data"));
    await mustDo(stack.up(), { web: "update" });
    expect(idsOf(stack)).toEqual(created);
    expect(emulator.state().pods).toMatchObject([{ mounts: { network: [{ path: "/data" }] } }]);

    stack.declare(program("volume-b", "/data"));
    await mustDo(stack.up(), { web: "replace" });
    expect(idsOf(stack).web).not.toBe(created.web);
    expect(emulator.state().pods).toHaveLength(1);
    await mustChangeNothing(stack.preview());

    await changeOutside(emulator, "Pod", stack.resource("web").id ?? "", { status: "EXITED" });
    const drift = await driftOf(stack);
    expect(drift.exitCode).toBe(2);
    expect(drift.report.stacks[0]?.resources).toContainEqual(
      expect.objectContaining({ name: "web", drift: "stopped" }),
    );
    await mustSucceed(stack.refresh());
    await mustDo(stack.up(), { web: "update" });
    expect(emulator.state().pods).toMatchObject([{ status: "RUNNING" }]);

    let completed = 0;
    emulator.handle("*", () => {
      completed += 1;
      return { durationMs: 50 };
    });
    const [endpoint] = emulator.state().endpoints;
    for (let job = 0; job < 3; job++) await send(emulator, "POST", `/v2/${endpoint?.id}/run`, { input: { job } });
    const destroyed = await mustSucceed(stack.destroy());
    expect(completed, destroyed.text).toBe(3);
    expect(emulator.state()).toMatchObject({ pods: [], endpoints: [], networkVolumes: [{}, {}] });
  },
);
