import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { StandIns } from "../harness/platform/stand-ins";
import type { Declared } from "../harness/stack/stack";
import { deploy, idsOf, mustDo, mustFail, mustSucceed, steps } from "../harness/stack/steps";
import { gpu, pod } from "./pods";

const plugin = { host: "plugin" } as const;

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the way YAML names another resource's output
test("Podwright's resources support Pulumi's options such as ignoreChanges, protect and aliases", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  const kept = [
    pod("ignoring", { env: { MODE: "fast" } }, { ignoreChanges: ["image", "env.MODE"] }),
    pod("protected", {}, { protect: true }),
    pod("retained", {}, { retainOnDelete: true }),
    pod("plain"),
  ];
  const remade = (image: string) => pod("remade", { image }, { replaceOnChanges: ["image"] });
  await deploy(stack, [...kept, remade("nginx:1"), pod("before")]);
  const ids = idsOf(stack);
  for (const name of ["ignoring", "plain"])
    await changeOutside(emulator, "Pod", ids[name] ?? "", { image: "nginx:9", env: { MODE: "slow" } });

  await mustDo(stack.refresh(), { plain: "update" });
  const renamed = pod("after", {}, { aliases: [{ name: "before" }], customTimeouts: { create: "1m", delete: "20m" } });
  stack.declare([...kept, remade("nginx:2"), renamed]);
  await mustDo(stack.up(), { plain: "update", remade: "replace" });
  expect(stack.resource("after")).toMatchObject({ id: ids.before, customTimeouts: { create: 60, delete: 1200 } });

  await mustFail(stack.destroy());
  expect(emulator.state().pods.map(({ id }) => id)).toContain(ids.protected);
  await mustSucceed(stack.pulumi("state", "unprotect", "--all", "--yes", "--stack", "test"));
  await mustSucceed(stack.destroy());
  expect(emulator.state().pods.map(({ id }) => id)).toEqual([ids.retained]);
});

const nameless: Declared[] = [pod("web"), { kind: "Template", name: "worker", args: { image: "worker" } }];

test("generated names follow the project's autonaming rules", async () => {
  const { stack } = await emulated({}, { ...plugin, env: { PULUMI_EXPERIMENTAL: "true" } });
  const autonaming = (rule: object) =>
    writeFileSync(join(stack.dir, "Pulumi.test.yaml"), JSON.stringify({ config: { "pulumi:autonaming": rule } }));
  stack.declare(nameless);
  autonaming({ mode: "disabled" });
  const refused = await mustFail(stack.preview());
  expect(refused.text).toContain("name: is required: automatic naming is disabled for this stack");

  autonaming({ pattern: "acme-${name}-${hex(4)}" });
  await mustSucceed(stack.preview({ plan: "plan.json" }));
  await mustSucceed(stack.up({ plan: "plan.json" }));
  for (const name of ["web", "worker"])
    expect(stack.resource(name).outputs.name).toMatch(new RegExp(`^acme-${name}-[0-9a-f]{4}$`));

  autonaming({ mode: "verbatim" });
  stack.declare([...nameless, pod("exactly")]);
  await mustDo(stack.up(), { exactly: "create" });
  expect(stack.resource("exactly").outputs.name).toBe("exactly");
});

test("an update from a saved plan accepts Podwright's generated names", async () => {
  const { stack } = await emulated({}, { ...plugin, env: { PULUMI_EXPERIMENTAL: "true" } });
  stack.declare(nameless);
  await mustSucceed(stack.preview({ plan: "plan.json" }));
  await mustSucceed(stack.up({ plan: "plan.json" }));
  expect(stack.resource("web").outputs.name).toMatch(/^web-[0-9a-f]{7}$/);
});

test("pulumi do lists the account's resources and reads a resource without its secrets", async () => {
  const { emulator, stack } = await emulated({}, { ...plugin, env: { PULUMI_EXPERIMENTAL: "true" } });
  const standIns = await StandIns.on(emulator);
  const id = await standIns.make("web-1", "/v2/pods", { image: "nginx:1", gpu, env: { TOKEN: "canary-71c4" } });

  const listed = await mustSucceed(stack.pulumi("do", "podwright:index:Pod", "list"));
  const read = await mustSucceed(stack.pulumi("do", "podwright:index:Pod", "read", id));

  expect(listed.text).toContain(id);
  expect(listed.text).toContain("web-1");
  expect(read.text).toContain("nginx:1");
  expect(read.text).not.toContain("canary-71c4");
});

test("a program can call Podwright's functions", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  const standIns = await StandIns.on(emulator);
  const id = await standIns.make("web-1", "/v2/pods", { image: "nginx:1", gpu });
  stack.writeYaml({
    variables: {
      found: { "fn::invoke": { function: "podwright:getPod", arguments: { id } } },
      types: { "fn::invoke": { function: "podwright:getGpuTypes", arguments: { product: "POD" } } },
    },
    outputs: { name: "${found.name}", first: "${types.gpuTypes[0].id}" },
  });

  const up = await mustSucceed(stack.up());
  const shown = await stack.pulumi("stack", "output", "--json", "--stack", "test");
  expect(JSON.parse(shown.text)).toMatchObject({ name: "web-1", first: expect.any(String) });
  expect(steps(up), up.text).toEqual({});

  stack.writeYaml({
    variables: {
      answer: { "fn::invoke": { function: "podwright:runJob", arguments: { endpointId: "any", input: { n: 1 } } } },
    },
    outputs: { answer: "${answer.output}" },
  });
  await mustSucceed(stack.preview());
  expect(emulator.requests().filter(({ operation }) => operation === "run" || operation === "runsync")).toEqual([]);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the way YAML names another resource's output
