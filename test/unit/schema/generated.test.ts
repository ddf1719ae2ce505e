import path from "node:path";
import { expect, test } from "vitest";
import { thisMachine } from "../../../toolchain/lib/engine/context.mjs";
import { findEngine } from "../../../toolchain/lib/engine/find.mjs";
import { findGenerator } from "../../../toolchain/sdkgen/generator.mjs";
import { isRecorded, staleFiles } from "../../../toolchain/sdkgen/sdks.mjs";

const context = thisMachine(new AbortController().signal);
const engine = await findEngine(context);
const generator = findGenerator(context);

test.skipIf(engine.folder === undefined)("the engine's own checker finds nothing wrong with schema.json", async () => {
  const { ok, problem, shown } = await check(path.join(engine.folder ?? "", "pulumi"));
  expect({ ok, problem, shown }).toEqual({ ok: true, problem: "", shown: [] });
});

test.skipIf(generator === undefined)(
  "the SDKs are what the generator makes, byte for byte (else: npm run sdk)",
  async () => {
    expect(await staleFiles(context, generator ?? "")).toEqual([]);
  },
);

test("neither the SDKs nor what they are made from has changed since they were generated (else: npm run sdk)", () => {
  expect(isRecorded(context)).toBe(true);
});

async function check(pulumi: string) {
  const shown: string[] = [];
  const { ok, problem } = await context.run(pulumi, ["schema", "check", "schema.json", "--non-interactive"], {
    cwd: context.repositoryFolder,
    env: { ...context.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    onLine: (line) => shown.push(line),
  });
  return { ok, problem, shown };
}
