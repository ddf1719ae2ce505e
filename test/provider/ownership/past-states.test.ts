import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { storedStates } from "../../../provider/ownership/past-states";
import { temporaryFolder } from "../../support/temporary-folder";

test("the old states in a folder are in the order of their times, even if the stack had another name", async () => {
  const cwd = temporaryFolder("backend");
  const folder = join(cwd, "state/.pulumi/history/shop/prod");
  mkdirSync(folder, { recursive: true });
  // Pulumi names a file by the stack's name at that time.
  for (const name of ["staging-999", "prod-10000", "staging-2000"]) {
    const latest = { resources: [{ id: name }] };
    writeFileSync(join(folder, `${name}.checkpoint.json`), JSON.stringify({ checkpoint: { latest } }));
    writeFileSync(join(folder, `${name}.history.json`), "{}");
  }

  const read = await storedStates({ backend: "file://./state", cwd, project: "shop", stack: "prod" });

  const states = await Promise.all([0, 1, 2, 3].map(async (index) => await read?.(index)));
  expect(states).toEqual(
    ["prod-10000", "staging-2000", "staging-999", undefined].map((id) => id && { resources: [{ id }] }),
  );
});
