import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { type Declared, steps } from "../harness/stack";

const idOf = (name: string) => `\${${name}.id}`;

const program = (password: string): Declared[] => [
  { kind: "RegistryCredential", name: "ghcr", args: { username: "robot", password } },
  {
    kind: "Pod",
    name: "web",
    args: { image: "ghcr.io/example/web:1", gpu: { id: "NVIDIA L4" }, registry: idOf("ghcr") },
  },
  { kind: "Template", name: "settings", args: { image: "ghcr.io/example/web:1", registry: idOf("ghcr") } },
];

test("a rotated password is a new credential, which what uses the old one takes before that is deleted", async () => {
  // The platform notices late that nobody uses it any more.
  const { emulator, stack } = await emulated({ releaseLag: 200 });
  stack.declare(program("first"));
  const first = await stack.up();
  expect(first.ok, first.text).toBe(true);
  const { id: old } = stack.resource("ghcr");
  const [pod] = emulator.state().pods;

  stack.declare(program("second"));
  const preview = await stack.preview();
  expect(preview.text).toContain("changing registry resets the running container");
  const rotated = await stack.up();

  expect(rotated.ok, rotated.text).toBe(true);
  expect(steps(rotated)).toEqual({ ghcr: "replace", web: "update", settings: "update" });
  const { id } = stack.resource("ghcr");
  expect(id).not.toBe(old);
  const { registries, pods, templates } = emulator.state();
  expect(registries).toMatchObject([{ id }]);
  expect([...pods, ...templates].map(({ registry }) => registry)).toEqual([id, id]);
  expect(stack.resource("web")).toMatchObject({ id: pod?.id, outputs: { status: "RUNNING" } });
  expect(pods[0]?.startedAt).not.toBe(pod?.startedAt);

  const destroyed = await stack.destroy();
  expect(destroyed.ok, destroyed.text).toBe(true);
  expect(emulator.state()).toMatchObject({ pods: [], templates: [], registries: [] });
});
