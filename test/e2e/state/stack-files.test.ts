import { expect, test } from "vitest";
import { sharingAnswers } from "../../../cli/stack/shared-answers";
import { Stack } from "../../../cli/stack/stack";
import { quietContext } from "../../cli/support/command-line";
import { emulated } from "../harness/emulated";
import { deploy } from "../harness/stack/steps";

test("the files of a file backend contain what Pulumi prints about a stack", async () => {
  const { stack } = await emulated();
  await deploy(stack, [{ kind: "Template", name: "template", args: { image: "nginx", env: { TOKEN: "abc" } } }]);
  const commands: string[] = [];
  const warn = (text: string) => commands.push(text);
  const context = quietContext({ env: stack.env, warn, isDebugging: () => true });
  const location = { cwd: stack.dir, stack: "test" };
  const asked = new Stack(location, context);
  const [state, history, names] = [await asked.state(), await asked.history(), await asked.siblings()];
  commands.length = 0;
  const read = new Stack(location, sharingAnswers(context));
  expect(await read.state()).toEqual(state);
  const known = history.map(({ config, ...run }: (typeof history)[number] & { config?: unknown }) => run);
  // Podwright needs neither the message nor the configuration of a run.
  expect(known).toMatchObject(await read.history());
  expect(history.length).toBeGreaterThan(0);
  expect(await read.names("e2e")).toEqual(names.map(({ name }) => name));
  expect(commands.map((line) => line.split(" ").slice(1, 4).join(" "))).toEqual([
    "pulumi whoami --json",
    "pulumi stack ls",
  ]);
});
