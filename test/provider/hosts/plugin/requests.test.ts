import { type ServiceError, status } from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { describe, expect, test } from "vitest";
import { connect } from "../../../../client";
import { unknownValue } from "../../../../provider/hosts/properties/unknowns";
import { ask, creation, gpu, message, refused, secret, urn, usePlugin, valid } from "./support/grpc";
import { struct } from "./support/provider";

const canary = "canary-61d0-secret";
const plugin = usePlugin();
const { check, create, diff, invoke } = plugin;

describe("the check of inputs", () => {
  test("reports all wrong inputs in one failure without values", async () => {
    const response = await check("Pod", {
      image: 7,
      gpu: [{ id: canary }],
      env: secret({ TOKEN: [canary], OTHER: secret({ deep: canary }) }),
      mounts: "everywhere",
      ports: { "0": canary },
      desiredStatus: canary,
      [canary.slice(0, 6)]: secret(canary),
    });

    const failures = response.getFailuresList();
    expect(failures.map((failure) => failure.getProperty())).toEqual([""]);
    expect(failures[0]?.getReason().split("\n").toSorted()).toEqual([
      "canary: is not a property of this resource",
      'desiredStatus: must be "RUNNING" or "EXITED"',
      "env.OTHER: must be a string, not an object",
      "env.TOKEN: must be a string, not a list",
      "gpu: must be an object, not a list",
      "image: must be a string, not a number",
      "mounts: must be an object, not a string",
      "ports: must be a list, not an object",
    ]);
    expect(plugin.emulator.requests()).toEqual([]);
  });

  test("treats null as an absent input", async () => {
    const response = await check("Pod", { image: "nginx", gpu, cpu: null, env: secret(null), ports: unknownValue });
    expect(response.getFailuresList()).toEqual([]);
    const inputs = response.getInputs()?.toJavaScript();
    expect(inputs).not.toHaveProperty("cpu");
    expect(inputs).not.toHaveProperty("env");
  });

  test("accepts a request without inputs", async () => {
    const request = message(new proto.CheckRequest(), { urn: urn("Template") });
    const response = await ask<proto.CheckResponse>((answer) => plugin.client.check(request, answer));
    expect(response.getFailuresList().map((failure) => failure.getReason())).toEqual(["image: is required"]);
  });
});

describe("a request that the plugin cannot fulfil", () => {
  const listing = (token: string, query = {}) =>
    new Promise((ended, failed) =>
      plugin.client
        .list(new proto.ListRequest().setToken(token).setQuery(Struct.fromJavaScript(query)))
        .on("data", () => undefined)
        .on("end", ended)
        .on("error", failed),
    );

  test.each([
    [
      "a type that the plugin lacks",
      "urn:pulumi:dev::project::podwright:index:Toaster::web",
      /no resource of type "podwright:index:Toaster"/,
    ],
    [
      "a type of another provider",
      "urn:pulumi:dev::project::aws:s3:Bucket::web",
      /no resource of type "aws:s3:Bucket"/,
    ],
    ["no type", "", /no resource of type ""/],
    ["a name that is no URN", "Pod", /no resource of type ""/],
    [
      "the name of a member that every object has",
      "urn:pulumi:dev::project::constructor::web",
      /no resource of type "constructor"/,
    ],
  ])("gets an error that names the type if the request is about %s", async (_what, of, said) => {
    const { client } = plugin;
    const calls = [
      ...[check("", valid, of), diff(valid, valid, of), create(creation(valid, of))],
      ask((answer) => client.read(new proto.ReadRequest().setUrn(of).setId("x"), answer)),
      ask((answer) => client.update(new proto.UpdateRequest().setUrn(of).setId("x"), answer)),
      ask((answer) => client.delete(new proto.DeleteRequest().setUrn(of).setId("x"), answer)),
      listing(of.split("::")[2] ?? ""),
    ];
    for (const error of await Promise.all(calls.map(refused))) {
      expect(error.code).toBe(status.INVALID_ARGUMENT);
      expect(error.details).toMatch(said);
    }
  });

  test("gets an error that names an unknown function or wrong arguments", async () => {
    expect(await refused(invoke("podwright:index:getToaster", {}))).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: 'this provider has no function "podwright:index:getToaster"',
    });
    const wrong = await invoke("podwright:index:getPod", { id: 7, [canary]: secret(canary) });
    expect(wrong.getFailuresList().map((failure) => failure.getReason().split("\n").toSorted())).toEqual([
      [`["${canary}"]: is not a property of this function`, "id: must be a string, not a number"],
    ]);
  });

  test("gets an error that names the kind if RunPod cannot list the kind", async () => {
    expect((await refused(listing("podwright:index:Job"))).details).toBe("RunPod cannot list resources of kind Job");
  });

  test("gets an error that names the unknown part of a query", async () => {
    expect((await refused(listing("podwright:index:Pod", { region: "EU" }))).details).toBe(
      'RunPod lists all resources of kind Pod, and Podwright knows no query "region": list without a query',
    );
  });

  test("causes no error if the request reads or deletes a missing resource", async () => {
    const nowhere = { id: "nowhere", urn: urn("Pod") };
    const request = message(new proto.ReadRequest(), nowhere);
    const read = await ask<proto.ReadResponse>((answer) => plugin.client.read(request, answer));
    expect(read.getId()).toBe("");
    expect((await refused(invoke("podwright:index:getPod", { id: "nowhere" }))).details).toMatch(/nowhere|not found/i);

    const deletion = message(new proto.DeleteRequest(), nowhere);
    await expect(ask<Empty>((answer) => plugin.client.delete(deletion, answer))).resolves.toBeInstanceOf(Empty);
  });

  test("never creates a pod", async () => {
    const error = await refused(
      create(creation({ name: "x", __autoname: "x", image: { nested: [canary] }, env: secret(3) })),
    );
    expect(error.details).not.toContain(canary);
    expect(plugin.emulator.state().pods.filter(({ name }) => name === "x")).toEqual([]);
  });

  test("gets an error that names the unknown version of a schema", async () => {
    const request = message(new proto.GetSchemaRequest(), { version: 7 });
    const error = await refused(ask<proto.GetSchemaResponse>((answer) => plugin.client.getSchema(request, answer)));
    expect(error).toMatchObject({ code: status.INVALID_ARGUMENT, details: "this provider has no schema version 7" });
  });

  test("gets an error that names the unknown component", async () => {
    const request = new proto.ConstructRequest().setType("podwright:index:Fleet");
    const error = await refused(ask((answer) => plugin.client.construct(request, answer)));
    expect(error).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: 'this provider has no component "podwright:index:Fleet"',
    });
  });

  test('gets the status "unimplemented" if the plugin lacks its method', async () => {
    const calls = [
      refused(ask((answer) => plugin.client.call(new proto.CallRequest(), answer))),
      refused(ask((answer) => plugin.client.parameterize(new proto.ParameterizeRequest(), answer))),
      refused(ask((answer) => plugin.client.getMapping(new proto.GetMappingRequest(), answer))),
    ];
    for (const error of await Promise.all(calls)) {
      expect(error.code).toBe(status.UNIMPLEMENTED);
      expect(error.details).toMatch(/^the podwright provider has no \w+$/);
    }
  });

  test("does not end the plugin's process", async () => {
    const nonsense = refused(
      ask((answer) =>
        plugin.client.makeUnaryRequest(
          "/pulumirpc.ResourceProvider/Check",
          () => Buffer.from([0xff, 0xff, 0xff, 0xff, 0x01]),
          (bytes: Buffer) => bytes,
          {},
          answer as (error: ServiceError | null, response?: Buffer) => void,
        ),
      ),
    );
    expect((await nonsense).code).toBe(status.INTERNAL);
    expect(
      (await ask<{ getVersion(): string }>((answer) => plugin.client.getPluginInfo(new Empty(), answer))).getVersion(),
    ).toBe("1.2.3");
  });
});

test("a list of resources has no more entries than the engine's limit", async () => {
  const platform = connect({
    apiKey: plugin.emulator.apiKey,
    baseUrl: plugin.emulator.url,
    serverlessUrl: plugin.emulator.url,
  });
  for (const name of ["first", "second", "third"]) await platform.templates.create({ name, image: "nginx" });
  await platform.close();
  const listed = (limit: number) =>
    new Promise<number>((ended, failed) => {
      let told = 0;
      plugin.client
        .list(new proto.ListRequest().setToken("podwright:index:Template").setLimit(limit))
        .on("data", () => {
          told += 1;
        })
        .on("end", () => ended(told))
        .on("error", failed);
    });

  expect(await listed(2)).toBe(2);
  expect(await listed(0)).toBe(plugin.emulator.state().templates.length);
});

describe("large and deep requests to the plugin", () => {
  test("may be twice as large as gRPC's default limit", async () => {
    const response = await check("Job", { endpointId: "llm", input: { BIG: "x".repeat(8_000_000) } });
    expect(response.getFailuresList()).toEqual([]);
  });

  test("may nest values two hundred levels deep", async () => {
    let deep: object = { end: canary };
    for (let level = 0; level < 200; level++) deep = { deep };
    const [failure] = (await check("Pod", { image: "nginx", gpu, env: { DEEP: deep } })).getFailuresList();
    expect(failure?.getReason()).toBe("env.DEEP: must be a string, not an object");
  });

  test("may contain keys such as `__proto__`", async () => {
    const env = new Struct();
    for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"])
      env.getFieldsMap().set(key, struct({ v: canary }).getFieldsMap().get("v") ?? fail());
    const news = struct({ image: "nginx", gpu });
    const value = struct({ env: {} }).getFieldsMap().get("env") ?? fail();
    value.setStructValue(env);
    news.getFieldsMap().set("env", value);
    const request = message(new proto.CheckRequest(), { urn: urn("Pod"), news });
    const response = await ask<proto.CheckResponse>((answer) => plugin.client.check(request, answer));
    expect(response.getFailuresList()).toEqual([]);
    expect(({} as Record<string, unknown>).v).toBeUndefined();
    expect(Object.prototype).not.toHaveProperty(canary);
  });
});

function fail(): never {
  throw new Error("no such field");
}
