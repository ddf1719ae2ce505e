import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import type { Values } from "../../kernel/values";
import { functions } from "../../provider/functions";
import { openSession } from "../../provider/session/session";
import { useLifecycles } from "../provider/emulated/harness";
import { createEndpoint } from "../support/endpoints";
import { blocksOf } from "./support/blocks";

const page = readFileSync(join(__dirname, "../../docs/functions.md"), "utf8");
const names = functions.map(({ name }) => name);

/** Ids on the page, and the ids of the same resources on the emulator. */
let ids: Readonly<Record<string, string>>;

const it = useLifecycles();

beforeEach(async () => {
  const { pods, templates, networkVolumes, secrets } = it.platform;
  const pod = await pods.create({ name: "web", image: "nginx", gpu: { id: "NVIDIA L4" } });
  await templates.create({ name: "worker", image: "worker", serverless: true });
  await networkVolumes.create({ name: "data", size: 10, dataCenter: "EU-RO-1" });
  await secrets.create({ name: "hf_token", value: "canary" });
  ids = { "8flcb2nif3l6sp": pod.id, mmd6zzya3w2rxd: await createEndpoint(it.platform, { workersMax: 1 }) };
});

test("functions.md shows programs in TypeScript, Python and YAML for each function", () => {
  for (const language of ["typescript", "python", "yaml"]) expect(blocksOf(page, language)).toHaveLength(names.length);
});

test.each(names.map((name, index) => ({ name, index })))(
  "the YAML program for $name in functions.md exports the result of the function",
  async ({ name, index }) => {
    const program = Object.entries(ids).reduce(
      (text, [shown, own]) => text.replaceAll(shown, own),
      blocksOf(page, "yaml")[index]?.text ?? "",
    );
    const { variables, outputs } = parse(program) as {
      variables: Record<string, { "fn::invoke": { function: string; arguments: Values } }>;
      outputs: Record<string, string>;
    };
    const [invoked] = Object.values(variables);
    const called = invoked?.["fn::invoke"];
    expect(called?.function).toBe(`podwright:${name}`);

    const answer = await functions[index]?.call(
      openSession({ platform: it.platform, timeScale: 0.01 }),
      called?.arguments ?? {},
      AbortSignal.timeout(10_000),
    );

    const [exported = ""] = Object.values(outputs);
    const path = [...exported.matchAll(/(?<=[.[])\w+/g)].map(([part]) => part);
    expect(path).not.toEqual([]);
    const value = path.reduce<unknown>(
      (inside, part) => (inside as Record<string, unknown> | undefined)?.[part],
      answer,
    );
    expect(value).toBeDefined();
  },
);
