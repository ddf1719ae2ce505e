import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inputNames } from "../../../provider/components/input-names";
import { spellingFor } from "../../../provider/pulumi/spelling";

const names = new Set(["dataCenterIds", "skipAwait", "image", "drain", "keepFor", "rollback", "gpuIds"]);

const message = [
  'dataCenterIds[0]: "gpuIds" is no data center',
  "drain.keepFor: must be at most 30m",
  "env.MY_KEY: is missing",
  "With skipAwait: true and rollback: true, the image stays, see `skipAwait`; `gpuIds`: podwright:skipAwait, urn:a::gpuIds, --gpuIds",
].join("\n");

describe("a message uses the names of inputs as the program's language writes them", () => {
  test.each([
    [
      "python",
      [
        'data_center_ids[0]: "gpuIds" is no data center',
        "drain.keep_for: must be at most 30m",
        "env.MY_KEY: is missing",
        "With skip_await=True and rollback=True, the image stays, see `skip_await`; `gpu_ids`: podwright:skipAwait, urn:a::gpuIds, --gpuIds",
      ],
    ],
    [
      "go",
      [
        'DataCenterIds[0]: "gpuIds" is no data center',
        "Drain.KeepFor: must be at most 30m",
        "env.MY_KEY: is missing",
        "With SkipAwait: true and Rollback: true, the image stays, see `SkipAwait`; `GpuIds`: podwright:skipAwait, urn:a::gpuIds, --gpuIds",
      ],
    ],
    [
      "dotnet",
      [
        'DataCenterIds[0]: "gpuIds" is no data center',
        "Drain.KeepFor: must be at most 30m",
        "env.MY_KEY: is missing",
        "With SkipAwait = true and Rollback = true, the image stays, see `SkipAwait`; `GpuIds`: podwright:skipAwait, urn:a::gpuIds, --gpuIds",
      ],
    ],
    [
      "java",
      [
        ...message.split("\n").slice(0, 3),
        "With skipAwait(true) and rollback(true), the image stays, see `skipAwait`; `gpuIds`: podwright:skipAwait, urn:a::gpuIds, --gpuIds",
      ],
    ],
    ["nodejs", message.split("\n")],
    ["yaml", message.split("\n")],
    [
      undefined,
      [
        'dataCenterIds[0] (data_center_ids[0] in Python): "gpuIds" is no data center',
        "drain.keepFor (drain.keep_for in Python): must be at most 30m",
        "env.MY_KEY: is missing",
        "With skipAwait (skip_await in Python): true and rollback: true, the image stays, see `skipAwait`; `gpuIds (gpu_ids in Python)`: podwright:skipAwait, urn:a::gpuIds, --gpuIds",
      ],
    ],
  ])("%s", (runtime, lines) => {
    expect(spellingFor(runtime, () => names)(message).split("\n")).toEqual(lines);
  });
});

test("a message writes a setting as the argument of a provider, and the stack's configuration as Pulumi does", () => {
  const said = "Set the provider argument endpointTransport to rest, or podwright:endpointTransport";
  expect(spellingFor("python", inputNames)(said)).toBe(
    "Set the provider argument endpoint_transport to rest, or podwright:endpointTransport",
  );
});

const sdk = join(__dirname, "../../../sdk");
const sourcesOf = (folder: string) =>
  readdirSync(join(sdk, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(py|go|cs)$/.test(file))
    .map((file) => readFileSync(join(sdk, folder, file), "utf8"))
    .join("\n");

test.each([
  [
    "python",
    "python/pulumi_podwright",
    (name: string, own: string) =>
      new RegExp(`getter\\(name="${name}"\\)\\s+def ${own}\\(|__args__\\['${name}'\\] = ${own}\\b`),
  ],
  ["go", "go/podwright", (name: string, own: string) => new RegExp(`\\b${own} .*\`pulumi:"${name}"\``)],
  ["dotnet", "dotnet", (_name: string, own: string) => new RegExp(`public [^\\n]* ${own}\\b`)],
])("the SDK of %s writes every input's name as the messages do", (runtime, folder, declaredAs) => {
  const source = sourcesOf(folder);
  const spell = spellingFor(runtime, inputNames);
  const wrong = [...inputNames()].filter((name) => /[A-Z]/.test(name) && !declaredAs(name, spell(name)).test(source));
  expect(wrong).toEqual([]);
});
