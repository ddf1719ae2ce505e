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
  test("can call every function of the plugin with plain values or with outputs", () => {
    const names = functions.flatMap(({ name }) => [name, `${name}Output`]);
    expect(
      Object.keys(podwright)
        .filter((name) => /^(get|run)/.test(name))
        .sort(),
    ).toEqual(names.sort());
  });

  test("passes the stack's configuration to the functions", async () => {
    const { gpuTypes } = await podwright.getGpuTypes();
    expect(gpuTypes).toContainEqual(expect.objectContaining({ id: "NVIDIA GeForce RTX 4090", pool: "ADA_24" }));
  });

  test("receives the replacement character instead of a lone surrogate from a function", async () => {
    const id = await newPod(emulated.emulator, { name: "cut \ud83d" });
    expect(await podwright.getPod({ id })).toMatchObject({ name: "cut \ufffd" });
  });

  test("receives an error about an invalid argument before Podwright sends any request", async () => {
    const sent = emulated.emulator.requests().length;
    await expect(podwright.getPod({ id: "" })).rejects.toThrow("getPod: id: must be at least 1 character long");
    expect(emulated.emulator.requests()).toHaveLength(sent);
  });

  test("receives a one-sentence error about a missing pod", async () => {
    await expect(podwright.getPod({ id: "gone" })).rejects.toThrow(/^getPod: .*getPod.*404/);
  });
});
