import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/temporary-folder";
import { type Emulated, emulated } from "./emulated";
import { repository } from "./repository";
import type { TestStack } from "./stack/stack";
import { mustSucceed } from "./stack/steps";

/** The program, engine state and emulator account of each release under each host. */
export const golden = join(repository, "test/e2e/state/golden");

/** A release's leftovers, a week later; `prepare` runs before the engine reads the state. */
export async function leftBehind(
  name: string,
  prepare: (stack: TestStack) => unknown = () => undefined,
): Promise<Emulated> {
  const account = join(temporaryFolder("account"), "account.json");
  copyFileSync(join(golden, name, "account.json"), account);
  const { emulator, stack } = await emulated(
    { state: account },
    { host: name.endsWith("-plugin") ? "plugin" : "dynamic" },
  );
  await prepare(stack);
  // RunPod has forgotten the job after a week.
  emulator.advance(7 * 24 * 3_600_000);
  const file = join(stack.dir, "state.json");
  writeFileSync(file, readFileSync(join(golden, name, "state.json"), "utf8").replaceAll("{{url}}", emulator.url));
  await mustSucceed(stack.pulumi("stack", "import", "--file", file, "--stack", "test"));
  stack.declare(JSON.parse(readFileSync(join(golden, name, "program.json"), "utf8")));
  return { emulator, stack };
}
