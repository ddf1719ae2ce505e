import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { runPodwright } from "../harness/stack/podwright";
import type { Host, TestStack } from "../harness/stack/stack";
import { mustChangeNothing, mustFail, mustSucceed } from "../harness/stack/steps";

const properties = { image: "server:1", gpuIds: "AMPERE_16", workersMin: 0, workersMax: 1 };
const pod = { image: "nginx", gpu: { id: "NVIDIA L4" }, env: { TOKEN: "canary-env" } };
const volume = { name: "models", size: 10, dataCenter: "EU-RO-1" };

/** A pod, a volume with a name of its own, on which RunPod shows no mark, and a component. */
function program(stack: TestStack, host: Host): void {
  if (host === "plugin") {
    stack.writeYaml({
      resources: {
        data: { type: "podwright:index:NetworkVolume", properties: volume },
        web: { type: "podwright:index:Pod", properties: pod },
        chat: { type: "podwright:index:ModelServer", properties },
      },
    });
    return;
  }
  stack.writeProgram(
    "index.js",
    `const podwright = require("podwright");
    const { ModelServer } = require("podwright/components");
    new podwright.NetworkVolume("data", ${JSON.stringify(volume)});
    new podwright.Pod("web", ${JSON.stringify(pod)});
    new ModelServer("chat", ${JSON.stringify(properties)});`,
  );
}

/** The resources of Podwright in the state, and their ids. */
function held(stack: TestStack): Record<string, string> {
  return Object.fromEntries(stack.resources().flatMap(({ urn, id }) => (id === undefined ? [] : [[urn, id]])));
}

test.each<Host>(["dynamic", "plugin"])(
  "after pulumi state delete, recover --adopt writes a pod, a volume and the children of a component back into the state (%s)",
  async (host) => {
    const { emulator, stack } = await emulated({}, { host });
    program(stack, host);
    await mustSucceed(stack.up());
    const before = held(stack);
    const account = () => {
      const { pods, networkVolumes, endpoints, templates } = emulator.state();
      return [pods, networkVolumes, endpoints, templates].map((items) => items.map(({ id }) => id));
    };
    const made = account();
    const forget = (urn: string) => mustSucceed(stack.pulumi("state", "delete", urn, "--yes"));
    const { urn: web, id: webId } = stack.resource("web");
    await forget(web);
    const { text } = await mustFail(stack.up());
    expect(text.replace(/\s+/g, " ")).toContain(`recover --adopt ${webId}", which writes it back into the state`);
    for (const urn of Object.keys(before).toReversed()) if (urn !== web) await forget(urn);
    expect(held(stack)).toEqual({});

    const found = await runPodwright(stack, ["recover"]);
    expect(found.out).toContain(`\`podwright recover --adopt ${webId}\` writes it back into the state`);
    const ids = Object.values(before).flatMap((id) => ["--adopt", id]);
    const dry = await runPodwright(stack, ["recover", ...ids, "--dry-run"]);
    expect(dry, dry.err).toMatchObject({ exitCode: 0 });
    const unasked = await runPodwright(stack, ["recover", ...ids]);
    expect(unasked, unasked.err).toMatchObject({ exitCode: 64, err: expect.stringContaining("--yes") });

    const adopted = await runPodwright(stack, ["recover", ...ids, "--yes"]);

    expect(adopted, adopted.err).toMatchObject({ exitCode: 0 });
    expect(adopted.out + adopted.err + stack.stateText()).not.toContain("canary-env");
    expect(held(stack)).toEqual(before);
    await mustChangeNothing(stack.preview({ expectNoChanges: true }));
    await mustChangeNothing(stack.up());
    expect(account()).toEqual(made);
    await mustSucceed(stack.destroy());
    expect(account()).toEqual([[], [], [], []]);
  },
);
