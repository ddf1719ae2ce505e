import { describe, expect, test } from "vitest";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { template } from "../../../../provider/kinds/template/lifecycle";
import { plan } from "../../../../provider/planning/changes";
import { problemsOf, withDefaults } from "../../../../provider/planning/check";
import { commandIn } from "../../../../provider/planning/command";
import { separate } from "../../../../provider/planning/projection";
import type { Values } from "../../../../provider/planning/values";
import { type OneResource, useLifecycles } from "../harness";

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

/** The places that a preview shows, and what each of them does. */
function previewed(of: typeof pod | typeof template, stack: OneResource, news: Values): Record<string, unknown> {
  const { declared: olds, undeclared } = separate(stack.outputs);
  const change = { olds, news: { ...stack.checked(news) }, state: olds, undeclared };
  const { differences } = plan(of.changes, change as never);
  return Object.fromEntries(
    differences.map(({ path, effect }) => [path.join("."), effect.kind === "update" && effect.impact]),
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
])("%s is split by the provider as by the emulator", async (args, cmd) => {
  expect(commandIn(args)).toEqual({ entrypoint: [], cmd });
  const { id } = await world.platform.templates.create({ name: "one", image: "worker", args });
  expect(await world.platform.templates.get(id)).toMatchObject({ args, entrypoint: [], cmd });
});

describe.each(kinds)("the command of a $kind", ({ of, base, live, updates }) => {
  const aStack = () => world.stack(of as never);
  const sent = () => world.emulator.counts()[updates] ?? 0;

  test("in lists is stored as one text, shown in the form of the program, and stays so over a refresh", async () => {
    const inputs = { ...base, entrypoint: ["/bin/sh", "-c"], cmd: ["echo 'a b'"] };
    const stack = await aStack().create(inputs);
    expect(await live(stack.id)).toMatchObject({
      ...inputs,
      args: JSON.stringify({ entrypoint: inputs.entrypoint, cmd: inputs.cmd }),
    });
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ entrypoint: inputs.entrypoint, cmd: inputs.cmd });
    expect(stack.outputs).not.toHaveProperty("args");
    await stack.update(inputs);
    expect(sent()).toBe(0);
  });

  test("in words is shown as words, also where the platform has it in lists meanwhile", async () => {
    const stack = await aStack().create({ ...base, args: "serve  --quiet" });
    expect(stack.outputs).not.toHaveProperty("cmd");
    const { platform } = world;
    await (of === pod ? platform.pods : platform.templates).update(stack.id, { cmd: ["serve", "--quiet"] });
    await stack.refresh();
    expect(stack.state.inputs.args).toBe("serve  --quiet");
  });

  test("that a program writes in the other form is no change, and nothing is sent", async () => {
    const stack = await aStack().create({ ...base, args: "serve --quiet" });
    const rewritten = { ...base, cmd: ["serve", "--quiet"] };
    expect(previewed(of as never, stack, rewritten)).toEqual({ args: "recorded", cmd: "recorded" });
    await stack.update(rewritten);
    expect(sent()).toBe(0);
    expect(await live(stack.id)).toMatchObject({ args: "serve --quiet" });
    await stack.update({ ...base, args: "serve  --quiet" });
    expect(sent()).toBe(0);
  });

  test("changes in each form, from one to the other, and to none", async () => {
    const stack = await aStack().create({ ...base, args: '{"entrypoint":["serve"],"cmd":["--quiet"]}' });
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
      await stack.update({ ...base, ...command });
      expect(await live(stack.id)).toMatchObject(shown);
      await stack.refresh();
      expect(previewed(of as never, stack, { ...base, ...command })).toEqual({});
    }
  });

  test("that somebody changed outside is seen in the form of the program alone", async () => {
    const stack = await aStack().create({ ...base, cmd: ["serve"] });
    if (of === pod) world.emulator.changePod(stack.id, { args: "other" });
    else await world.platform.templates.update(stack.id, { args: "other" });
    await stack.refresh();
    expect(Object.keys(previewed(of as never, stack, { ...base, cmd: ["serve"] }))).toEqual(["cmd"]);
  });

  test("in two forms that contradict each other is refused, before anything is sent", () => {
    const problems = (inputs: Values) => problemsOf(of.inputs, withDefaults(of.inputs, { ...base, ...inputs }));
    expect(problems({ args: "a b", cmd: ["a", "b"] })).toEqual([]);
    expect(problems({ args: "a b", cmd: ["a b"] })).toEqual([
      { path: ["args"], message: "says another command than `entrypoint` and `cmd`: give one of the two forms" },
    ]);
  });
});

test("a platform that does not report the lists is read by its text", async () => {
  const { entrypoint: _, cmd: __, ...old } = await world.platform.pods.get((await world.stack(pod).create(onGpu)).id);
  const shown = pod.changes.inForm?.({ ...old, args: '{"cmd":["a b"]}' }, { cmd: ["a b"] });
  expect(shown).toMatchObject({ entrypoint: [], cmd: ["a b"] });
});
