import { describe, expect, test } from "vitest";
import { type Billed, GPU_TYPE, platform } from "../support/billing-platform";

describe("podwright billing", () => {
  test("lists every wrong flag in one error", async () => {
    const { cli, requests } = await platform([]);
    const { exitCode, out, err } = await cli(
      "pods --bucket-size fortnight --start-time yesterday --end-time 2026-02-30T00:00:00Z --grouping endpointId --output xml",
    );
    expect({ exitCode, out }).toEqual({ exitCode: 64, out: "" });
    expect(err.split("\n")).toEqual([
      "error: 5 things are wrong:",
      '  --bucket-size must be one of hour, day, week, month, year, not "fortnight"',
      '  --start-time must be an RFC 3339 time such as 2026-06-01T12:00:00Z, not "yesterday"',
      '  --end-time must be an RFC 3339 time such as 2026-06-01T12:00:00Z, not "2026-02-30T00:00:00Z"',
      '  --grouping must be one of gpuId, podId, stack, owner, not "endpointId"',
      '  --output must be one of table, json, yaml, csv, not "xml"',
      'hint: "podwright billing pods --help" lists its arguments and flags',
      "",
    ]);
    expect(requests()).toEqual([]);
  });

  test.each([
    [
      "pods --start-time 2026-06-02T00:00:00Z --end-time 2026-06-01T00:00:00Z",
      /--start-time must be before --end-time/,
    ],
    [
      "serverless --grouping networkVolumeId",
      /--grouping must be one of endpointId, podId, gpuId, stack, owner, not "networkVolumeId"/,
    ],
    ["pods --chart --output json", /--chart needs the table/],
    ["network-volume --grouping podId", /--grouping must be one of networkVolumeId, stack, owner, not "podId"/],
    ["network-volume --gpu-id x", /unknown option '--gpu-id'/],
    ["serverless --pod-id x", /unknown option '--pod-id'/],
    ["pods --endpoint-id x", /unknown option '--endpoint-id'/],
  ])("refuses invalid flags before the first request: %s", async (args, message) => {
    const { cli, requests } = await platform([]);
    const { exitCode, err } = await cli(args);
    expect(exitCode).toBe(64);
    expect(err).toMatch(message);
    expect(requests()).toEqual([]);
  });

  test("shows daily costs by default", async () => {
    const { cli, requests } = await platform([]);
    const pods = await cli("pods");
    const serverless = await cli("serverless");
    await cli("network-volume");
    expect(JSON.parse(pods.out)).toMatchObject({ bucketSize: "day", grouping: "gpuId" });
    expect(JSON.parse(serverless.out)).toMatchObject({ bucketSize: "day", grouping: "endpointId" });
    expect(requests().filter((url) => url.includes("billing"))).toEqual([
      "/v2/billing/pods?bucketSize=day",
      "/v2/billing/serverless?bucketSize=day",
      "/v2/billing/network-volumes?bucketSize=day",
    ]);
  });

  test("requests the period, the bucket size and the resource that the flags name", async () => {
    const { cli, requests } = await platform(
      ["podpodpodpod01", "endpointepoi01"].map((id) => ({ day: 0, id, gpu: 1 })),
    );
    const times = "--start-time 2026-06-01T00:00:00Z --end-time 2026-06-02T00:00:00+02:00";
    await cli(`pods --grouping podId --bucket-size hour ${times} --pod-id podpodpodpod01`);
    await cli(`endpoints ${times} --endpoint-id endpointepoi01`);
    await cli("nv --bucket-size month");
    const query = "startTime=2026-06-01T00%3A00%3A00Z&endTime=2026-06-02T00%3A00%3A00%2B02%3A00";
    expect(requests()).toEqual([
      `/v2/billing/pods?${query}&bucketSize=hour&podId=podpodpodpod01`,
      `/v2/billing/serverless?${query}&bucketSize=day&serverlessId=endpointepoi01`,
      "/graphql",
      "/v2/billing/network-volumes?bucketSize=month",
    ]);
  });
});

describe("a billing filter without results", () => {
  const gone: readonly Billed[] = [{ day: 1, id: "gone", gpu: 1 }];

  test("causes exit code 3 if Podwright does not know the GPU of some costs", async () => {
    const { cli } = await platform(gone);
    const { exitCode, out, err } = await cli(["pods", "--gpu-id", GPU_TYPE.id]);
    expect(exitCode).toBe(3);
    expect(JSON.parse(out).records).toEqual([]);
    expect(err).toContain(
      `error: the bill has no attributed costs for ${GPU_TYPE.id}, and Podwright could not attribute $1.00 of the costs of pods to a GPU\n`,
    );
    expect((await cli(["sls", "--gpu-id", "ADA_24"])).exitCode).toBe(3);
  });

  test("causes no error if all costs belong to other GPUs", async () => {
    const { cli } = await platform([{ day: 0, id: "pod2", gpu: 1 }]);
    const { exitCode, err } = await cli(["pods", "--gpu-id", GPU_TYPE.id]);
    expect(exitCode).toBe(0);
    expect(err).toMatch(/^Nothing was billed for pods/);
  });

  test.each([
    [
      ["pods", "--gpu-id", "NVIDIA GeForce RTX 4900"],
      'no GPU type "NVIDIA GeForce RTX 4900"; did you mean NVIDIA GeForce RTX 4090?',
    ],
    [["pods", "--gpu-id", "ADA_24"], 'no GPU type "ADA_24"'],
    [["sls", "--gpu-id", "ADA_2"], 'no GPU type or pool "ADA_2"; did you mean ADA_24?'],
    [
      ["pods", "--pod-id", "podd2"],
      'the account, its bill for this time, the journal and the stacks contain no pod "podd2"; did you mean pod2?',
    ],
    [["pods", "--pod-id", "gonne"], "did you mean gone?"],
    [["pods", "--pod-id", "trainerr"], "did you mean trainer?"],
    [["sls", "--endpoint-id", "ep11"], 'no endpoint "ep11"'],
  ])("causes an error if a name matches no resource and no GPU: %j", async (args, message) => {
    const { cli } = await platform(gone);
    const { exitCode, out, err } = await cli(args);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
    expect(err).toContain(message);
  });

  test("causes no error if the named pod exists", async () => {
    const { cli } = await platform(gone, { "/v2/catalog/gpus": [403, {}] });
    expect((await cli("pods --pod-id pod2")).exitCode).toBe(0);
    expect((await cli("pods --gpu-id nonsense")).exitCode).toBe(3);
  });
});
