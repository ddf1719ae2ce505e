import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, test } from "vitest";
import { functions } from "../../../provider/functions";
import * as podwright from "../../../provider/hosts/dynamic";
import { useEmulator } from "../../emulator/support/harness";
import { newPod } from "../../support/account";

const emulated = useEmulator();

beforeEach(() => {
  pulumi.runtime.setAllConfig({
    "podwright:apiKey": emulated.emulator.apiKey,
    "podwright:baseUrl": emulated.emulator.url,
    "podwright:serverlessUrl": emulated.emulator.url,
  });
});

describe("a program with the npm package", () => {
  test("can call every function of the plugin, with values and with outputs", () => {
    const names = functions.flatMap(({ name }) => [name, `${name}Output`]);
    expect(
      Object.keys(podwright)
        .filter((name) => /^(get|run)/.test(name))
        .sort(),
    ).toEqual(names.sort());
  });

  test("calls a function with the stack's own configuration", async () => {
    const { gpuTypes } = await podwright.getGpuTypes();
    expect(gpuTypes).toContainEqual(expect.objectContaining({ id: "NVIDIA GeForce RTX 4090", pool: "ADA_24" }));
  });

  test("receives no lone surrogates from a function, because the engine would refuse them in a resource", async () => {
    const id = await newPod(emulated.emulator, { name: "cut \ud83d" });
    expect(await podwright.getPod({ id })).toMatchObject({ name: "cut \ufffd" });
  });

  test("receives an error that names a wrong argument in one sentence, and sends no request", async () => {
    const sent = emulated.emulator.requests().length;
    await expect(podwright.getPod({ id: "" })).rejects.toThrow("getPod: id: must be at least 1 character long");
    expect(emulated.emulator.requests()).toHaveLength(sent);
  });

  test("receives an error for a missing pod in one sentence", async () => {
    await expect(podwright.getPod({ id: "gone" })).rejects.toThrow(/^getPod: .*getPod.*404/);
  });
});
