import { describe, expect, test } from "vitest";
import type { Values } from "../../../kernel/values";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { formatProblems, problemsOf } from "../../../provider/planning/check";
import { InitError } from "../../../provider/pulumi/errors";
import { failure, useLifecycles } from "./harness";

const world = useLifecycles({ servePorts: true });
const aStack = () => world.stackOf(pod);
const web = { image: "nginx", gpu: { id: "NVIDIA A40" }, ports: ["80/tcp"] };
const http = (more: Values = {}) => ({ ...web, readiness: { http: { port: 80, path: "/health?q=1", ...more } } });
const tcp = { ...web, readiness: { tcp: { port: 80 } } };

describe("a pod with a readiness probe", () => {
  test.each([
    ["http", http(), /: GET \/health\?q=1 on port 80 answered 200$/],
    ["tcp", tcp, /: port 80 took a connection$/],
  ])("is ready when its public address responds over %s", async (_, inputs, line) => {
    const stack = await aStack().up(inputs);
    expect(stack.lines.at(-1)).toMatch(line);
    expect(stack.outputs).toMatchObject({ status: "RUNNING", portMappings: [{ private: 80, ip: "127.0.0.1" }] });
    expect(JSON.stringify(stack)).not.toContain("from the pod");
  });

  test("is ready when its http port responds at the address of the proxy", async () => {
    world.emulator.scriptPods({ answers: { afterMs: 60_000, status: 204 } });
    const stack = aStack();
    const inputs = { ...http(), ports: ["80/http"] };
    const creation = stack.up(inputs);
    await expect.poll(() => stack.lines.join("\n")).toContain("GET /health?q=1 on port 80 answered 502");
    world.emulator.advance(60_000);
    await creation;
    expect(stack.lines.at(-1)).toContain("answered 204");
    const urls = stack.outputs.urls as Values;
    expect(urls).toEqual({ "80": `${world.emulator.url}/_emulator/proxy/${stack.id}/80` });
    world.emulator.scriptPods({ answers: { outcome: "silent" } });
    let status: number | undefined;
    const silent = fetch(String(urls["80"])).then((answer) => {
      status = answer.status;
    });
    await expect
      .poll(() => {
        world.emulator.advance(50_000);
        return status;
      })
      .toBe(524);
    await silent;
    expect((await fetch(String(urls["80"]).replace(/80$/, "81"))).status).toBe(404);
    const { id: templateId } = await world.platform.templates.create({
      name: "web",
      image: "nginx",
      ports: ["80/http"],
    });
    world.emulator.scriptPods({});
    const { ports: _, image: __, ...copied } = inputs;
    expect((await aStack().up({ ...copied, templateId })).lines.at(-1)).toContain("answered 200");
  });

  test("is ready on port 22 only when an SSH server answers", async () => {
    const ssh = { ...web, ports: ["22/tcp"], readiness: { tcp: { port: 22 } } };
    const stack = await aStack().up(ssh);
    expect(stack.lines.join("\n")).toMatch(/: port 22 answered as an SSH server$/m);
  });

  test("is probed until the pod responds", async () => {
    world.emulator.scriptPods({ answers: { afterMs: 60_000 } });
    const stack = aStack();
    const creation = stack.up(http());
    await expect.poll(() => stack.lines.join("\n")).toContain("closed the connection without an answer");
    world.emulator.advance(60_000);
    await creation;
    expect(stack.lines.at(-1)).toContain("answered 200");
  });

  test.each([
    [{ status: 503 }, http(), "it answered 503"],
    [{ status: 200 }, http({ status: 204 }), "it answered 200"],
    [{ outcome: "refused" }, tcp, "it refused the connection"],
    [{ outcome: "closed" }, http(), "it closed the connection without an answer"],
    [{ outcome: "silent" }, http({ timeout: "20ms" }), "it did not answer within 20ms"],
    [{}, http({ address: "https://{ip}:{public}" }), "it could not be reached ("],
  ] as const)("is not ready without the expected response: %j", async (answers, inputs, reason) => {
    world.emulator.scriptPods({ answers });
    const stack = aStack();
    const creation = failure(stack.up(inputs));
    await expect.poll(() => stack.lines.join("\n")).toContain(reason.slice(3));
    world.timesOut();
    const error = await creation;
    expect(error).toBeInstanceOf(InitError);
    expect(error.reasons[0]).toContain(`of the pod to be ready: ${reason}`);
    expect(error.reasons[0]).toContain("Its last state is RUNNING.");
    expect(error.message).toContain("A slow service may need a longer customTimeouts.create");
    expect(error.message).not.toContain("from the pod");
    world.emulator.scriptPods({});
    if (reason.includes("refused")) return; // The address has no server any more.
    const { updatePod, podAction } = world.emulator.counts();
    await stack.up(http());
    expect(stack.lines.at(-1)).toContain("answered 200");
    expect(world.emulator.counts()).toMatchObject({ createPod: 1 });
    expect([updatePod, podAction]).toEqual([undefined, undefined]);
  });

  test("is ready if the pod responds with a redirect", async () => {
    world.emulator.scriptPods({ answers: { status: 302, location: "http://127.0.0.1:1/" } });
    expect((await aStack().up(http())).lines.at(-1)).toContain("answered 302");
  });

  test("makes the wait fail when its container ends", async () => {
    world.emulator.scriptPods({ outcome: "exit", afterMs: 1_000, answers: { status: 503 } });
    const stack = aStack();
    const creation = failure(stack.up(http()));
    await expect.poll(() => stack.lines.join("\n")).toContain("answered 503");
    world.emulator.advance(1_000);
    expect((await creation).message).toContain("its container ended or was stopped");
  });

  test("ends the wait at once when the user cancels the run", async () => {
    world.emulator.scriptPods({ answers: { outcome: "silent" } });
    const stack = aStack();
    const creation = failure(stack.up(http()));
    await expect.poll(() => stack.lines.join("\n")).toContain("is RUNNING");
    stack.cancel();
    expect((await creation).message).toContain("the wait was cancelled");
  });

  test("needs no write request to RunPod when only the readiness input changes", async () => {
    const stack = await aStack().up({ ...http(), skipAwait: true });
    expect(await stack.preview({ ...tcp, skipAwait: true })).toMatchObject({
      changed: ["readiness"],
      replaced: [],
    });
    await stack.up(tcp);
    expect(stack.lines.at(-1)).toContain("took a connection");
    const { createPod, updatePod, podAction } = world.emulator.counts();
    expect([createPod, updatePod, podAction]).toEqual([1, undefined, undefined]);
    expect(world.emulator.state().pods[0]).not.toHaveProperty("readiness");
    await stack.refresh();
    expect(await stack.preview(tcp)).toMatchObject({ changed: [], replaced: [] });
  });
});

test.each([
  [{ ...web, readiness: {} }, "readiness: must have either `http` or `tcp`"],
  [{ ...web, readiness: { tcp: { port: 81 } } }, 'readiness.tcp.port: is not among `ports`: add "81/tcp"'],
  [{ ...http(), ports: ["80/http"] }, ""],
  [
    { ...http({ address: "https://{ip}:{public}" }), ports: ["80/http"] },
    'readiness.http.port: is exposed as "80/http", which has no public port of its own: expose it as "80/tcp", or leave `{ip}` and `{public}` out of `address`',
  ],
  [
    { ...tcp, ports: ["80/http"] },
    'readiness.tcp.port: is exposed as "80/http", which has no public port of its own: expose it as "80/tcp", or use `readiness.http`',
  ],
  [{ ...http({ address: "https://{id}-{port}.proxy.test" }), ports: ["80/http"] }, ""],
  [{ ...http({ address: "ftp://x" }) }, "readiness.http.address: must begin with http:// or https://"],
  [{ ...http({ path: "health" }) }, "readiness.http.path: must begin with /"],
  [{ templateId: "t", gpu: web.gpu, readiness: tcp.readiness }, ""],
])("a preview checks the declared readiness: %j", (inputs, expected) => {
  expect(formatProblems(problemsOf(pod.inputs, inputs))).toBe(expected);
});
