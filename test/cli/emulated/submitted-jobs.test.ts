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
    expect((await cli(["jobs", "purge-queue", endpoint, "--yes"], { columns: 80 })).out).toBe("3 jobs removed.\n");
    expect(JSON.parse((await cli(["jobs", "health", endpoint])).out).jobs.inQueue).toBe(0);
  });

  test("purge-queue takes a name only as an endpoint of the stack", async () => {
    const endpoint = await newEndpoint(its.emulator, "answers", { workersMax: 0 });
    await cli(["jobs", "run", endpoint, "--input", '{"n":1}']);
    const { cwd, pulumi } = project({ dev: [], prod: [{ kind: "ServerlessEndpoint", name: "api", id: endpoint }] });
    const purge = (...args: string[]) =>
      cli(["jobs", "purge-queue", ...args, "--yes", "--cwd", cwd], { env: { PATH: pulumi.path } });
    for (const name of ["answers", "api"]) {
      const { exitCode, err } = await purge(name);
      expect([exitCode, err]).toEqual([1, expect.stringContaining("the stack shop/prod manages it as api")]);
    }
    expect(its.emulator.counts()["purge-queue"]).toBeUndefined();
    expect(await purge("api", "--stack", "prod")).toMatchObject({ exitCode: 0, err: "" });
    expect(its.emulator.counts()["purge-queue"]).toBe(1);
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
    for (const args of [
      ["status", "jobs", id],
      ["stream", "jobs", id],
      ["health", "jobs"],
    ])
      expect(await cli(["jobs", ...args])).toMatchObject({ exitCode: 0 });
    const again = await cli(["jobs", "run", "jobs", "--input", '{"n":2}', "--follow"]);
    expect(JSON.parse(again.out)).toMatchObject({ status: "COMPLETED", output: { n: 2 } });
  });

  test("suggests a similar name if no endpoint has the name in the command", async () => {
    await jobs(["health", "ENDPOINT"]);
    expect((await cli(["jobs", "health", "job"])).err).toContain("did you mean jobs?");
    const other = await newEndpoint(its.emulator, "other");
    its.emulator.changeEndpoint(other, { name: "jobs" });
    const { err } = await cli(["jobs", "health", "jobs"]);
    for (const id of [its.endpoint, other]) expect(err).toContain(`${id} (endpoint)`);
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
