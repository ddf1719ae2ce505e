import { describe, expect, test } from "vitest";
import type { Values } from "../../../../kernel/values";
import { commandIn } from "../../../../provider/kinds/command";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { template } from "../../../../provider/kinds/template/lifecycle";
import { problemsOf, withDefaults } from "../../../../provider/planning/check";
import type { OneResource } from "../../../support/one-resource";
import { useLifecycles } from "../harness";

const world = useLifecycles();
const onGpu = { image: "nginx", gpu: { id: "NVIDIA L4" } };

const kinds = [
  { kind: "pod", of: pod, base: onGpu, live: (id: string) => world.platform.pods.get(id), updates: "updatePod" },
  {
    kind: "template",
    of: template,
    base: { image: "worker" },
    live: (id: string) => world.platform.templates.get(id),
    updates: "updateTemplate",
  },
] as const;

/** The properties that a preview shows, and the effect of each property. */
async function previewed(stack: OneResource, news: Values): Promise<Record<string, unknown>> {
  const { plan } = await stack.preview(news);
  return Object.fromEntries(
    (plan?.differences ?? []).map(({ path, effect }) => [path.join("."), effect.kind === "update" && effect.impact]),
  );
}

test.each([
  ["", []],
  ["python main.py --fast", ["python", "main.py", "--fast"]],
  ["  bash\t-c  'echo \"a b\"; sleep 1' ", ["bash", "-c", 'echo "a b"; sleep 1']],
  [String.raw`say "it's \"so\" \n" a\ b ''`, ["say", String.raw`it's "so" \n`, "a b", ""]],
  ["open 'to the end", ["open", "to the end"]],
  [String.raw`x"y z"'w'\\ \ `, ["xy zw\\", " "]],
  ["ends with \\", ["ends", "with", "\\"]],
  ['["not", "an object"]', ["[not,", "an object]"]],
  ['{"cmd":["a"],"user":"root"}', ["{cmd:[a],user:root}"]],
  ['{"entrypoint":"sh","cmd":["a"]}', ["{entrypoint:sh,cmd:[a]}"]],
])("the provider and the emulator split the command %s in the same way", async (args, cmd) => {
  expect(commandIn(args)).toEqual({ entrypoint: [], cmd });
  const { id } = await world.platform.templates.create({ name: "one", image: "worker", args });
  expect(await world.platform.templates.get(id)).toMatchObject({ args, entrypoint: [], cmd });
});

describe.each(kinds)("the command of a $kind", ({ of, base, live, updates }) => {
  const aStack = () => world.stackOf(of as never);
  const sent = () => world.emulator.counts()[updates] ?? 0;

  test("stays a list in the state although RunPod stores a text", async () => {
    const inputs = { ...base, entrypoint: ["/bin/sh", "-c"], cmd: ["echo 'a b'"] };
    const stack = await aStack().up(inputs);
    expect(await live(stack.id)).toMatchObject({
      ...inputs,
      args: JSON.stringify({ entrypoint: inputs.entrypoint, cmd: inputs.cmd }),
    });
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ entrypoint: inputs.entrypoint, cmd: inputs.cmd });
    expect(stack.outputs).not.toHaveProperty("args");
    await stack.up(inputs);
    expect(sent()).toBe(0);
  });

  test("stays a text in the state even if RunPod stores lists", async () => {
    const stack = await aStack().up({ ...base, args: "serve  --quiet" });
    expect(stack.outputs).not.toHaveProperty("cmd");
    const { platform } = world;
    await (of === pod ? platform.pods : platform.templates).update(stack.id, { cmd: ["serve", "--quiet"] });
    await stack.refresh();
    expect(stack.inputs.args).toBe("serve  --quiet");
  });

  test("causes no update request if only its form changes from text to lists", async () => {
    const stack = await aStack().up({ ...base, args: "serve --quiet" });
    const rewritten = { ...base, cmd: ["serve", "--quiet"] };
    expect(await previewed(stack, rewritten)).toEqual({ args: "recorded", cmd: "recorded" });
    await stack.up(rewritten);
    expect(sent()).toBe(0);
    expect(await live(stack.id)).toMatchObject({ args: "serve --quiet" });
    await stack.up({ ...base, args: "serve  --quiet" });
    expect(sent()).toBe(0);
  });

  test("can change its words and switch between text and lists", async () => {
    const stack = await aStack().up({ ...base, args: '{"entrypoint":["serve"],"cmd":["--quiet"]}' });
    const steps: [Values, Values][] = [
      [{ cmd: ["--loud"] }, { entrypoint: [], cmd: ["--loud"] }],
      [
        { entrypoint: ["serve"], cmd: ["--loud"] },
        { entrypoint: ["serve"], cmd: ["--loud"] },
      ],
      [{ entrypoint: ["serve"] }, { entrypoint: ["serve"], cmd: [] }],
      [{ args: "main.py" }, { args: "main.py", entrypoint: [], cmd: ["main.py"] }],
      [
        { args: "main.py", cmd: ["main.py"] },
        { entrypoint: [], cmd: ["main.py"] },
      ],
      [{ cmd: ["other.py"] }, { entrypoint: [], cmd: ["other.py"] }],
      [{}, { args: "", entrypoint: [], cmd: [] }],
    ];
    for (const [command, shown] of steps) {
      await stack.up({ ...base, ...command });
      expect(await live(stack.id)).toMatchObject(shown);
      await stack.refresh();
      expect(await previewed(stack, { ...base, ...command })).toEqual({});
    }
  });

  test("shows an outside change in the form that the program uses", async () => {
    const stack = await aStack().up({ ...base, cmd: ["serve"] });
    if (of === pod) world.emulator.changePod(stack.id, { args: "other" });
    else await world.platform.templates.update(stack.id, { args: "other" });
    await stack.refresh();
    expect(Object.keys(await previewed(stack, { ...base, cmd: ["serve"] }))).toEqual(["cmd"]);
  });

  test("is refused if its text and its lists differ", () => {
    const problems = (inputs: Values) => problemsOf(of.inputs, withDefaults(of.inputs, { ...base, ...inputs }));
    expect(problems({ args: "a b", cmd: ["a", "b"] })).toEqual([]);
    expect(problems({ args: "a b", cmd: ["a b"] })).toEqual([
      { path: ["args"], message: "contradicts `entrypoint` and `cmd`: give the command in only one form" },
    ]);
  });
});

test("Podwright splits the text of a command if RunPod reports no lists", async () => {
  const { entrypoint: _, cmd: __, ...old } = await world.platform.pods.get((await world.stackOf(pod).up(onGpu)).id);
  const shown = pod.changes.inForm?.({ ...old, args: '{"cmd":["a b"]}' }, { cmd: ["a b"] });
  expect(shown).toMatchObject({ entrypoint: [], cmd: ["a b"] });
});
