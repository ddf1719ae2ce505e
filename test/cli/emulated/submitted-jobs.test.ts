import { PassThrough, Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { newEndpoint } from "../../support/account";
import { useJobs } from "../support/jobs";
import { project } from "../support/project";

const its = useJobs();
const { cli, jobs } = its;

describe("podwright jobs", () => {
  async function failed(): Promise<string> {
    let times = 0;
    its.emulator.handle("*", () => {
      times += 1;
      if (times === 1) throw new Error("first time");
      return { output: "second time" };
    });
    return JSON.parse((await jobs(["run", "ENDPOINT", "--input", '{"n":1}', "--follow"])).out).id;
  }

  test("status shows the error of a failed job", async () => {
    const id = await failed();
    const { exitCode, out } = await cli(["jobs", "status", its.endpoint, id], { columns: 80 });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^STATUS +FAILED$/m);
    expect(out).toMatch(/^ERROR +.*first time$/m);
  });

  test("status --ttl makes RunPod remove the job after the time in --ttl", async () => {
    const id = await failed();
    await cli(["jobs", "status", its.endpoint, id, "--ttl", "10s"]);
    its.emulator.advance(10_000);
    expect(await cli(["jobs", "status", its.endpoint, id])).toMatchObject({ exitCode: 1 });
  });

  test("retry --follow runs the job again under the same id", async () => {
    const id = await failed();
    const { exitCode, out } = await cli(["jobs", "retry", its.endpoint, id, "--follow"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ id, status: "COMPLETED", output: "second time" });
  });

  test("cancel stops the job", async () => {
    its.emulator.handle("*", () => ({ durationMs: 60_000 }));
    const { id } = JSON.parse((await jobs(["run", "ENDPOINT", "--input", '{"n":1}'])).out);
    expect(JSON.parse((await cli(["jobs", "cancel", its.endpoint, id])).out)).toEqual({ id, status: "CANCELLED" });
    expect(await cli(["jobs", "status", its.endpoint, id, "--follow"])).toMatchObject({
      exitCode: 4,
      err: `error: Job ${id} was cancelled.\n`,
    });
  });

  test("stream prints the chunks of a job that another command submitted", async () => {
    its.emulator.handle("*", function* () {
      yield { output: "late" };
    });
    const { id } = JSON.parse((await jobs(["run", "ENDPOINT", "--input", '{"n":1}'])).out);
    const { exitCode, out } = await cli(["jobs", "stream", its.endpoint, id, "--output", "text"]);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: "late\n" });
  });

  test("status explains an unknown job id in a sentence", async () => {
    const { exitCode, out, err } = await jobs(["status", "ENDPOINT", "nope"]);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
    expect(err).toMatch(/^error: .*job not found\. RunPod keeps the result of a run for 30 minutes, and .*\n$/);
  });
});

describe("podwright jobs", () => {
  test("purge-queue --yes removes the waiting jobs", async () => {
    const endpoint = await newEndpoint(its.emulator, "jobs", { workersMax: 0 });
    for (let n = 0; n < 3; n++) await cli(["jobs", "run", endpoint, "--input", '{"n":1}']);
    const { cwd, pulumi } = project({ dev: [] });
    const world = { columns: 80, env: { PATH: pulumi.path } };
    expect((await cli(["jobs", "purge-queue", endpoint, "--yes", "--cwd", cwd], world)).out).toBe("3 jobs removed.\n");
    expect(JSON.parse((await cli(["jobs", "health", endpoint])).out).jobs.inQueue).toBe(0);
  });

  test.each([
    ["run", ["--input", '{"n":2}'], "--input -"],
    ["runsync", ["--input", '{"n":2}', "--wait", "1s"], "--input -"],
    ["status", ["JOB", "--ttl", "1h"], "JOB"],
    ["stream", ["JOB"], "JOB"],
    ["cancel", ["JOB"], "JOB"],
    ["retry", ["JOB"], "JOB"],
    ["purge-queue", ["--yes"], ""],
  ])("%s takes a name, or an id with --stack, only as an endpoint of the stack", async (name, given, more) => {
    const endpoint = await newEndpoint(its.emulator, `answers-${name}`, { workersMax: 0 });
    const { id } = JSON.parse((await cli(["jobs", "run", endpoint, "--input", '{"n":1}'])).out);
    const { cwd, pulumi } = project({ dev: [], prod: [{ kind: "ServerlessEndpoint", name: "api", id: endpoint }] });
    const command = (word: string, ...flags: string[]) => {
      const args = ["jobs", name, word, ...given.map((arg) => arg.replace("JOB", id)), ...flags, "--cwd", cwd];
      return cli(args, { env: { PATH: pulumi.path }, signal: AbortSignal.timeout(20_000) });
    };
    const sent = () => its.emulator.counts()[name] ?? 0;
    const before = sent();
    const words = [`answers-${name}`, "api"].flatMap((word) => [[word], [word, "--unowned"]] as const);
    // Each command starts Pulumi four times. Commands at the same time wait less for it.
    const refused = await Promise.all(words.map(([word, ...flags]) => command(word, ...flags)));
    for (const { exitCode, err } of refused) {
      expect([exitCode, err]).toEqual([1, expect.stringContaining("the stack shop/prod manages it as api")]);
      const line = ["podwright jobs", name, "api", more.replace("JOB", id)].join(" ").trim();
      expect(err).toContain(`Run \`${line} --cwd ${cwd} --stack prod\``);
    }
    const byId = await command(endpoint, "--stack", "dev");
    expect([byId.exitCode, byId.err]).toEqual([1, expect.stringContaining("the stack shop/prod manages it as api")]);
    expect(sent()).toBe(before);
    await command("api", "--stack", "prod", ...(name === "stream" ? ["--timeout", "1s"] : []));
    expect(sent()).toBeGreaterThan(before);
  });

  test("purge-queue refuses the id of another stack's endpoint", async () => {
    const endpoint = await newEndpoint(its.emulator, "theirs", { workersMax: 0 });
    const { cwd, pulumi } = project({ dev: [], prod: [{ kind: "ServerlessEndpoint", name: "api", id: endpoint }] });
    const args = ["jobs", "purge-queue", endpoint, "--yes", "--cwd", cwd];
    const before = its.emulator.counts()["purge-queue"];
    for (const flags of [[], ["--unowned"]]) {
      const { exitCode, err } = await cli([...args, ...flags], { env: { PATH: pulumi.path } });
      expect([exitCode, err]).toEqual([1, expect.stringContaining("the stack shop/prod manages it as api")]);
    }
    expect(its.emulator.counts()["purge-queue"]).toBe(before);
  });

  test("purge-queue removes nothing without --yes or a terminal", async () => {
    const { exitCode, err } = await jobs(["purge-queue", "ENDPOINT"]);
    expect(exitCode).toBe(64);
    expect(err).toContain("--yes is needed without a terminal, because the command cannot ask for your confirmation");
    expect(its.emulator.counts()["purge-queue"]).toBeUndefined();
  });

  test.each(["n\n", ""])("purge-queue removes nothing if the user answers %j", async (typed) => {
    const stdin = Object.assign(Readable.from([typed]), { isTTY: true });
    const stream = new PassThrough() as unknown as NodeJS.WriteStream;
    const { exitCode, out, err } = await jobs(["purge-queue", "ENDPOINT"], {
      stdin,
      watched: { stream, moves: true },
    });
    expect({ exitCode, out, err }).toEqual({ exitCode: 1, out: "", err: "nothing was removed\n" });
    expect(its.emulator.counts()["purge-queue"]).toBeUndefined();
  });

  test("health shows the number of jobs and workers", async () => {
    await jobs(["run", "ENDPOINT", "--input", '{"n":1}', "--follow"]);
    const { out } = await cli(["jobs", "health", its.endpoint], { columns: 120 });
    expect(out).toMatch(/^JOBS +in queue 0, in progress 0, completed 1, failed 0, retried 0$/m);
    expect(out).toMatch(/^WORKERS +idle 1, running 0/m);
  });
});

describe("podwright jobs", () => {
  test("accepts the name of an endpoint in place of the id", async () => {
    const ran = await jobs(["run", "ENDPOINT", "--input", '{"n":1}']);
    const { id } = JSON.parse(ran.out);
    const { cwd, pulumi } = project({ dev: [{ kind: "ServerlessEndpoint", name: "api", id: its.endpoint }] });
    const env = { PATH: pulumi.path };
    const here = ["--cwd", cwd, "--stack", "dev"];
    for (const args of [
      ["status", "jobs", id],
      ["stream", "api", id],
      ["health", "jobs"],
    ])
      expect(await cli(["jobs", ...args, ...here], { env })).toMatchObject({ exitCode: 0 });
    const again = await cli(["jobs", "run", "api", "--input", '{"n":2}', "--follow", ...here], { env });
    expect(JSON.parse(again.out)).toMatchObject({ status: "COMPLETED", output: { n: 2 } });
    const { out, err } = await cli(["jobs", "run", "api", "--input", '{"n":3}', ...here], { env, columns: 80 });
    const [, job = "", flags = ""] = /"podwright jobs status api (\S+) (--cwd .+) --follow"/.exec(err) ?? [];
    expect(out).toContain(job);
    expect(await cli(["jobs", "status", "api", job, ...flags.split(" ")], { env })).toMatchObject({ exitCode: 0 });
  });

  test("suggests a similar name if no endpoint has the name in the command", async () => {
    await jobs(["health", "ENDPOINT"]);
    const { cwd, pulumi } = project({});
    const health = async (word: string) =>
      (await cli(["jobs", "health", word, "--cwd", cwd], { env: { PATH: pulumi.path } })).err;
    expect(await health("job")).toContain("did you mean jobs?");
    const other = await newEndpoint(its.emulator, "other");
    its.emulator.changeEndpoint(other, { name: "jobs" });
    for (const id of [its.endpoint, other]) expect(await health("jobs")).toContain(`${id} (endpoint)`);
  });

  test("takes the word as an id if the key may not list endpoints", async () => {
    await jobs(["health", "ENDPOINT"]);
    for (const operation of ["listEndpoints", "myself"])
      its.emulator.addFault({ operation, times: 9, effect: { status: 403 } });
    its.emulator.clearRequests();
    await cli(["jobs", "run", "vllm-a", "--input", '{"n":1}']);
    its.emulator.clearFaults();
    expect(its.emulator.counts()).toMatchObject({ run: 1 });
  });
});

describe("podwright public", () => {
  const flux = "black-forest-labs-flux-1-schnell";

  test("run --follow shows the cost of a public model's job", async () => {
    const args = ["public", "run", flux, "--input", '{"prompt":"a cat"}', "--follow"];
    const { exitCode, out } = await cli(args, { columns: 80 });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^COST +\$0\.0025$/m);
    expect(out).toContain("image_url");
  });

  test("runsync prints RunPod's fields as JSON into a pipe", async () => {
    const { out } = await cli(["public", "runsync", flux, "--input", '{"prompt":"a cat","width":512,"height":512}']);
    expect(JSON.parse(out).output.cost).toBeCloseTo(0.0024 * 0.262144, 9);
  });

  test("models and estimate send no request to RunPod", async () => {
    const { out } = await cli(["public", "models"], { columns: 80 });
    expect(out).toMatch(new RegExp(`^${flux} +\\$0\\.0024 +megapixel$`, "m"));
    const estimate = await cli(["public", "estimate", flux, "--input", '{"width":512}'], { columns: 80 });
    expect(estimate.out).toBe("COST     about $0.0013\nFOR      0.5243 × megapixel at $0.0024\nASSUMED  height 1024\n");
    expect(await cli(["public", "estimate", "nobody", "--input", '{"n":1}'])).toMatchObject({ exitCode: 1 });
    expect(its.emulator.requests()).toEqual([]);
  });
});
