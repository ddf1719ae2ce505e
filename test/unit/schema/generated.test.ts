import path from "node:path";
import { expect, test } from "vitest";
import { thisMachine } from "../../../toolchain/lib/engine/context.mjs";
import { findEngine } from "../../../toolchain/lib/engine/find.mjs";
import { findGenerator } from "../../../toolchain/sdkgen/generator.mjs";
import { isRecorded, staleFiles } from "../../../toolchain/sdkgen/sdks.mjs";

const context = thisMachine(new AbortController().signal);
const generator = findGenerator(context);

test("the engine's own checker finds nothing wrong with schema.json", async ({ skip }) => {
  const { folder } = await findEngine(context);
  if (folder === undefined) return skip("there is no engine here; npm run engine gets one");
  const shown: string[] = [];
  const { ok } = await context.run(path.join(folder, "pulumi"), ["schema", "check", "schema.json"], {
    cwd: context.repositoryFolder,
    env: { ...context.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    onLine: (line) => shown.push(line),
  });
  expect({ ok, shown }).toEqual({ ok: true, shown: [] });
});

test("the SDKs are what the generator makes, byte for byte (else: npm run sdk)", async ({ skip }) => {
  if (generator === undefined) return skip("the generator is not built here; npm run sdk builds it");
  expect(await staleFiles(context, generator)).toEqual([]);
});

test("neither the SDKs nor what they are made from has changed since they were generated (else: npm run sdk)", () => {
  expect(isRecorded(context)).toBe(true);
});
