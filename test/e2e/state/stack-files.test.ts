import { expect, test } from "vitest";
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
  // Without a name, it is the stack that Pulumi has selected.
  const read = new Stack({ cwd: stack.dir }, context);
  const found = {
    state: await read.state(),
    runs: await read.history(),
    siblings: await read.siblings(),
    all: await read.allOfBackend(),
    name: await read.name(),
    fullName: await read.fullName(),
  };
  expect((await read.configuration()).get("podwright:apiKey")).toBeUndefined();
  expect(commands).toEqual([]);
  const ask = (...args: string[]) => read.ask(args);
  const asked = async <T>(...args: string[]) => JSON.parse(await ask(...args, "--json")) as T;
  expect(found.state).toEqual(JSON.parse(await ask("stack", "export")));
  // Podwright needs neither the message nor the configuration of a run.
  const runs = await asked<{ readonly config?: unknown }[]>("stack", "history");
  expect(runs.map(({ config, ...run }) => run)).toMatchObject(found.runs);
  expect(runs.length).toBeGreaterThan(0);
  const names = ({ name, current }: { readonly name: string; readonly current: boolean }) => ({ name, current });
  expect(found.siblings).toEqual((await asked<typeof found.siblings>("stack", "ls")).map(names));
  const all = await asked<typeof found.all>("stack", "ls", "--all", "--fully-qualify-stack-names");
  expect(found.all).toEqual(all.map(names));
  expect(found.name).toBe((await ask("stack", "--show-name")).trim());
  expect(found.fullName).toBe((await ask("stack", "--show-name", "--fully-qualify-stack-names")).trim());
});
