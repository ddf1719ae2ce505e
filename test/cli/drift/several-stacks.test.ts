import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { someAtOnce } from "../../../kernel/some-at-once";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

const names = ["a", "b", "c", "d", "e", "f"];
const flags = names.flatMap((name) => ["--stack", name]);

test("podwright drift compares four stacks at a time", async () => {
  const pulumi = new FakePulumi({ version: 3, deployment: { resources: [] } });
  const letGo = pulumi.hold("stack export");
  const work = commandLine(["drift", ...flags], { env: { PATH: pulumi.path, CI: "true" } });
  const exported = () => pulumi.calls().flatMap((call) => /^stack export --stack (\w)/.exec(call)?.[1] ?? []);
  await expect.poll(() => exported().toSorted()).toEqual(["a", "b", "c", "d"]);

  letGo();
  const { out, exitCode } = await work;
  expect(exported().toSorted()).toEqual(names);
  expect(exitCode).toBe(0);
  expect(out).toBe("6 stacks: 6 in sync\nin sync: a, b, c, d, e and 1 more\n");
});

test("podwright drift ends after Ctrl-C only when every running comparison has ended", async () => {
  const pulumi = new FakePulumi({ version: 3, deployment: { resources: [] } });
  pulumi.hold("stack export");
  const interruption = new AbortController();
  const work = commandLine(["drift", ...flags], { env: { PATH: pulumi.path }, signal: interruption.signal });
  await expect.poll(() => pulumi.commands()).toHaveLength(4);

  interruption.abort(new Error("interrupted"));
  await work;
  expect(pulumi.signals()).toEqual(["INT", "INT", "INT", "INT"]);
  expect(pulumi.commands()).toHaveLength(4);
});

test("podwright drift reports a failed comparison only when the other comparisons have ended", async () => {
  let [end, failed] = [(): void => undefined, false];
  const late = new Promise<void>((resolve) => {
    end = resolve;
  });
  const all = someAtOnce(["fails", "late"], 2, async (item) => {
    if (item === "fails") throw new Error("the first");
    await late;
  }).catch((error: unknown) => {
    failed = true;
    return error;
  });
  await setImmediate();
  expect(failed).toBe(false);

  end();
  expect(await all).toEqual(new Error("the first"));
});
