import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { emulatorCommand } from "../../../cli/emulator/command";
import { startEmulator } from "../../../emulator";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine, quietContext } from "../support/command-line";

const fileIn = (name: string) => join(temporaryFolder("emulator"), name);

/** Runs `podwright emulator …` until it prints its address. */
async function emulate(...flags: string[]) {
  const interruption = new AbortController();
  const said = { out: "", err: "" };
  let greeted: (url: string) => void;
  const url = new Promise<string>((resolve) => {
    greeted = resolve;
  });
  const { signal } = interruption;
  const ended = commandLine(["emulator", ...flags], {
    signal,
    onOutput: (out, err) => {
      Object.assign(said, { out, err });
      const [found] = /http:\S+?:\d+/.exec(out) ?? [];
      if (found) greeted(found);
    },
  }).then(({ exitCode }) => exitCode);
  onTestFinished(async () => {
    interruption.abort();
    await ended;
  });
  const stop = () => {
    interruption.abort();
    return ended;
  };
  return { said, stop, ended, url: await Promise.race([url, ended.then(() => "")]) };
}

const headers = { authorization: "Bearer emulator-key" };
async function send(url: string, body?: object, more: Record<string, string> = {}) {
  const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const reply = await fetch(url, { ...init, headers: { ...headers, ...more } });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** The status of a control request with this `Host` header, which `fetch` cannot set. */
async function stateAs(host: string, url: string): Promise<number | undefined> {
  const [reply] = (await once(get(`${url}/_emulator/state`, { headers: { host } }), "response")) as [IncomingMessage];
  reply.resume();
  return reply.statusCode;
}

const pod = { name: "web", image: "nginx", cpu: { id: "cpu3c", vcpuCount: 2 } };
const worker = { name: "t", image: "worker", serverless: true };
const endpoint = {
  ...{ name: "sum", type: "QUEUE", image: "worker", gpu: { pools: ["ADA_24"] } },
  ...{ scaling: { type: "QUEUE_DELAY", queueDelay: 4 }, workers: { min: 1, max: 1 } },
};
const advance = (url: string, advanceMs: number) => send(`${url}/_emulator/clock`, { advanceMs });

test("every option of the emulator has a help text", () => {
  const { options } = emulatorCommand(quietContext());
  expect(options.length).toBeGreaterThan(15);
  for (const { long, description } of options) expect([long, description.length > 10]).toEqual([long, true]);
});

test.each([
  ["--port", "65536"],
  ["--port", "-1"],
  ["--rate-limit", "60 per minute"],
  ["--page-size", "1001"],
  ["--save-endpoint", "both"],
])("the emulator refuses the option %s %s", async (option, value) => {
  const { said, ended } = await emulate(option, value);
  expect(await ended).toBe(64);
  expect(said.err).toContain(option);
});

test("the emulator reports all wrong flags in one error", async () => {
  const { said, ended } = await emulate(..."--port http --seed x --provision soon --stream-shape round".split(" "));
  expect(await ended).toBe(64);
  expect(said.err).toBe(
    `error: 4 things are wrong:
  --port must be a whole number from 0 to 65535, not "http"
  --provision must be a time from 0s to 365d, such as 90s or 5m, not "soon"
  --stream-shape must be one of array, object, not "round"
  --seed must be a whole number from 0 to 999999999, not "x"
hint: "podwright emulator --help" lists its arguments and flags
`,
  );
});

describe("podwright emulator", () => {
  test("refuses a state file whose folder is missing", async () => {
    const file = fileIn("missing/state.json");
    const { said, ended } = await emulate("--port", "0", "--state", file);
    expect([await ended, said.out, said.err]).toEqual([
      1,
      "",
      `error: the emulator cannot write ${file}, so it stores nothing: its folder does not exist\n`,
    ]);
  });

  test("refuses a state file that another emulator uses", async () => {
    const file = fileIn("shared.json");
    const first = await emulate("--port", "0", "--state", file);
    const second = await emulate("--port", "0", "--state", file);
    expect([await second.ended, second.said.out]).toEqual([1, ""]);
    expect(second.said.err).toBe(
      `error: another emulator (process ${process.pid}) uses ${file}: stop that emulator, or choose another file\n`,
    );
    expect(await first.stop()).toBe(0);
    const third = await emulate("--port", "0", "--state", file);
    expect(await third.stop()).toBe(0);
  });

  test("exits with 0 after Ctrl-C", async () => {
    const { said, stop, url } = await emulate("--port", "0");
    expect(said.out).toContain(`export PODWRIGHT_BASE_URL=${url}`);
    expect(await stop()).toBe(0);
    expect(said.err).toBe("");
  });

  test("suggests another port if the port is in use", async () => {
    const other = await startEmulator();
    onTestFinished(() => other.close());
    const { port } = new URL(other.url);
    const { said, ended } = await emulate("--port", port);
    expect(await ended).toBe(1);
    expect(said.err).toBe(
      `error: port ${port} is in use: is an emulator running already? --port 0 chooses a free port\n`,
    );
  });

  test("asks for another --host if this machine does not have the address", async () => {
    const { said, ended } = await emulate("--port", "0", "--host", "192.0.2.1");
    expect(await ended).toBe(1);
    expect(said.err).toContain("this machine has no address 192.0.2.1: set --host to an address of this machine");
  });

  test("reports a missing handlers file", async () => {
    const { said, ended } = await emulate("--port", "0", "--handlers", fileIn("none.mjs"));
    expect([await ended, said.err]).toEqual([1, expect.stringContaining("does not exist")]);
  });
});

describe("the emulator", () => {
  test("obeys --provision, --start, --rate-limit, --seed, --allowed-host, --verbose and --strict", async () => {
    const times = ["--provision", "1h", "--start", "5h", "--rate-limit", "3/m", "--seed", "7"];
    const names = ["--allowed-host", "a.example.com", "--allowed-host", "b.example.com"];
    const { said, stop, url } = await emulate("--port", "0", ...times, ...names, "--verbose", "--strict");
    const called = ["a.example.com", "b.example.com", "c.example.com"].map((host) => stateAs(host, url));
    expect(await Promise.all(called)).toEqual([200, 200, 403]);
    const { id } = (await send(`${url}/v2/pods`, pod)).body;
    const other = await startEmulator({ seed: 7 });
    onTestFinished(() => other.close());
    expect((await send(`${other.url}/v2/pods`, pod)).body.id).toBe(id);
    await advance(url, 1_800_000);
    expect((await send(`${url}/v2/pods/${id}`)).body.status).toBe("PROVISIONING");
    await advance(url, 2_000_000);
    const { body, headers } = await send(`${url}/v2/pods/${id}`);
    expect([body.status, headers.get("ratelimit-policy")]).toEqual(["STARTING", '"minute";q=3;w=60']);
    await send(`${url}/v2/podz`);
    expect(await stop()).toBe(1);
    expect(said.err).toBe("error: number of requests that the emulator does not know: 1\n");
    expect(said.out).toMatch(/ 201 POST \/v2\/pods createPod\n/);
    expect(said.out).toContain("no route for GET /v2/podz");
  });

  test("obeys --page-size", async () => {
    const { url } = await emulate("--port", "0", "--page-size", "1");
    for (let n = 0; n < 2; n++) expect((await send(`${url}/v2/pods`, pod)).status).toBe(201);
    const { body } = await send(`${url}/v2/pods`);
    expect(body.pods).toHaveLength(1);
    expect(body.pagination).toEqual({ nextCursor: expect.any(String), hasNextPage: true });
  });

  test("obeys --gpu-count-required, --worker-quota and --unknown-delegation", async () => {
    const { url } = await emulate(
      ...["--port", "0", "--gpu-count-required", "--worker-quota", "2", "--unknown-delegation", "400"],
    );
    const revocation = await fetch(`${url}/v2/registries/delegations/nope`, { method: "DELETE", headers });
    expect(revocation.status).toBe(400);
    const [one, gpu] = [{ name: "p", image: "x" }, { id: "NVIDIA L4" }];
    expect((await send(`${url}/v2/pods`, { ...one, gpu })).status).toBe(400);
    expect((await send(`${url}/v2/pods`, { ...one, gpu: { ...gpu, count: 1 } })).status).toBe(201);
    expect((await send(`${url}/v2/serverless`, { ...endpoint, workers: { max: 3 } })).body.detail).toContain(
      "quota (2)",
    );
  });

  test("obeys --strict-interface, --graphql-rate-limit and --retire-graphql", async () => {
    const query = { query: "{ myself { endpoints { id } } }" };
    const limited = await emulate("--port", "0", "--strict-interface", "--graphql-rate-limit", "1/m");
    expect((await send(`${limited.url}/v2/pods`)).body).toEqual({ pods: [] });
    expect((await send(`${limited.url}/graphql?api_key=emulator-key`, query)).status).toBe(200);
    expect((await send(`${limited.url}/graphql?api_key=emulator-key`, query)).status).toBe(429);
    const retired = await emulate("--port", "0", "--retire-graphql");
    expect((await send(`${retired.url}/graphql`, query)).status).toBe(410);
  });

  test("obeys --handlers, --stream-shape, --image-pull, --worker-start, --job-duration and --job-rate-limit", async () => {
    const file = fileIn("handlers.mjs");
    await writeFile(file, "export function* sum({ a, b }) { yield a; yield a + b; }");
    const workers = ["--image-pull", "10s", "--worker-start", "20s"];
    const jobs = [...workers, "--job-duration", "10s", "--job-rate-limit", "--stream-shape", "object"];
    const { url } = await emulate("--port", "0", "--handlers", file, ...jobs);
    const { id } = (await send(`${url}/v2/serverless`, endpoint)).body;
    const job = (await send(`${url}/v2/${id}/run`, { input: { a: 1, b: 2 } })).body.id;
    await advance(url, 25_000);
    expect((await send(`${url}/v2/${id}/status/${job}`)).body.status).toBe("IN_QUEUE");
    await advance(url, 16_000);
    expect((await send(`${url}/v2/${id}/stream/${job}`)).body).toEqual({
      status: "IN_PROGRESS",
      stream: [{ output: 1 }],
    });
    await advance(url, 10_000);
    expect((await send(`${url}/v2/${id}/status/${job}`)).body).toMatchObject({ status: "COMPLETED", output: [1, 3] });
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await send(`${url}/v2/${id}/purge-queue`, {})).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test("obeys --save-endpoint, --release-lag and --state", async () => {
    const file = fileIn("demo.json");
    const { said, stop, url } = await emulate(
      ...["--port", "0", "--save-endpoint", "replace", "--release-lag", "1h", "--state", file],
    );
    const { id: templateId } = (await send(`${url}/v2/templates`, worker)).body;
    const save = async (input: object) =>
      (
        await send(`${url}/graphql`, {
          query: "mutation ($i: EndpointInput!) { saveEndpoint(input: $i) { id idleTimeout locations } }",
          variables: { i: { name: "answers", gpuIds: "ADA_24", templateId, workersMax: 0, ...input } },
        })
      ).body.data.saveEndpoint;
    const { id } = await save({ idleTimeout: 60, locations: "US" });
    expect(await save({ id })).toEqual({ id, idleTimeout: 10, locations: null });
    await send(`${url}/graphql`, { query: `mutation { deleteEndpoint(id: "${id}") }` });
    const removal = await fetch(`${url}/v2/templates/${templateId}`, { method: "DELETE", headers });
    expect(removal.status).toBe(400);
    await stop();
    expect(said.out).toContain(`The emulator stores all resources in ${file}.`);
    expect(await readFile(file, "utf8")).toContain(templateId);
  });
});
