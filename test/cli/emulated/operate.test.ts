import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { environmentOf, newEndpoint, newPod, send } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine, type Ended, type World } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";
import { project } from "../support/project";

let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ provision: 0, start: 0, workerStart: 0, strict: true });
});
afterEach(() => emulator.close());

/** Without a folder, the command runs outside of a project, with a backend that has no stacks. */
async function operate(args: readonly string[], { env, ...world }: World = {}): Promise<Ended> {
  const { path } = new FakePulumi({});
  const folder = args.includes("--cwd") ? [] : ["--cwd", temporaryFolder("elsewhere")];
  return await commandLine([...args, ...folder], { env: { ...environmentOf(emulator), PATH: path, ...env }, ...world });
}

const statusOf = (id: string) => emulator.state().pods.find((pod) => pod.id === id)?.status;

describe("podwright stop, start, restart and rm", () => {
  test("warn that the resource's stack will have drift", async () => {
    const id = await newPod(emulator, { name: "web-1" });
    const { cwd, pulumi } = project({ prod: [{ kind: "Pod", name: "web", id }], dev: [] });
    const world = { env: { PATH: pulumi.path } };

    const asked = await operate(["stop", "web", "--cwd", cwd], world);
    expect(asked.err).toContain(
      "note: The stack shop/prod manages the resource as web. `podwright drift` will report the pod as stopped",
    );
    expect(asked).toMatchObject({ exitCode: 64, out: "" });
    expect(statusOf(id)).toBe("RUNNING");

    const stopped = await operate(["stop", "web", "--cwd", cwd, "--yes"], world);
    expect(JSON.parse(stopped.out)).toEqual({
      version: 1,
      act: "stop",
      kind: "Pod",
      id,
      name: "web-1",
      status: "EXITED",
      stack: "shop/prod",
      resource: "web",
    });
    expect(statusOf(id)).toBe("EXITED");
  });

  test("find the pod of a task by the task's name, and say that its run will be lost", async () => {
    const id = await newPod(emulator, { name: "train-1a2b3c4" });
    const outputs = { hasPod: true, podId: id };
    const { cwd, pulumi } = project({ prod: [{ kind: "Task", name: "train", id: "run-1", outputs }] });
    const world = { env: { PATH: pulumi.path } };

    const log = await operate(["logs", "train", "--cwd", cwd], world);
    expect(log.exitCode).toBe(0);
    const stopped = await operate(["stop", "train", "--cwd", cwd, "--yes"], world);
    expect(stopped.err).toContain(
      "note: The pod belongs to a run of the task train of the stack shop/prod. The run is LOST without the pod, and the next `pulumi up` starts another pod by `retries`",
    );
    expect(JSON.parse(stopped.out)).toMatchObject({ id, resource: "train", status: "EXITED" });
    expect(statusOf(id)).toBe("EXITED");
  });

  test("find the pod of a task during its first run, whose creation the state announces, and no pod that only has its mark", async () => {
    const marker = "0123456789abcdef0123456789abcdef";
    const env = (run: string) => ({ PODWRIGHT_CREATED_BY: `-/shop/prod/train/${run}.1/Task` });
    const id = await newPod(emulator, { name: "train-1a2b3c4", env: env(marker) });
    await newPod(emulator, { name: "train-9z8y7x6", env: env(marker.replaceAll("0", "f")) });
    const { cwd, pulumi } = project({ prod: [] });
    const type = "podwright:index:Task";
    const resource = { urn: `urn:pulumi:prod::shop::${type}::train`, type, custom: true, inputs: { __nonce: marker } };
    const announcing = { resources: [], pending_operations: [{ type: "creating", resource }] };
    pulumi.another("prod", { deployment: announcing });
    const run = (...args: string[]) => operate([...args, "train", "--cwd", cwd], { env: { PATH: pulumi.path } });

    expect((await run("logs")).exitCode).toBe(0);
    const stopped = await run("stop", "--yes");
    expect(stopped.err).toContain("note: The pod belongs to a run of the task train of the stack shop/prod.");
    expect(JSON.parse(stopped.out)).toMatchObject({ id, status: "EXITED" });

    pulumi.another("prod", { deployment: { resources: [] } });
    const unannounced = await run("logs");
    expect(unannounced.exitCode).toBe(1);
    expect(unannounced.err).toContain("its mark says that the stack shop/prod created it as train");
  });

  test("say of a task that has ended that it has no pod", async () => {
    const { cwd, pulumi } = project({
      prod: [{ kind: "Task", name: "train", id: "run-1", outputs: { hasPod: false } }],
    });
    for (const command of [["logs"], ["stop", "--yes"]]) {
      const ended = await operate([...command, "train", "--cwd", cwd], { env: { PATH: pulumi.path } });
      expect(ended.exitCode).toBe(1);
      expect(ended.err).toContain(
        "the task train of the stack shop/prod has no pod now: a task has a pod only while it runs",
      );
    }
  });

  test("print the new status of the pod", async () => {
    const id = await newPod(emulator, { name: "web" });
    const status = async (act: string) => JSON.parse((await operate([act, id, "--yes"])).out).status;
    expect(await status("restart")).toMatch(/^(STARTING|RUNNING)$/);
    expect(await status("stop")).toBe("EXITED");
    expect(await status("start")).toMatch(/^(PROVISIONING|STARTING|RUNNING)$/);
    expect((await operate(["restart", "wbe", "--yes"])).err).toContain("did you mean web?");
  });

  test("refuse a resource that an unreadable stack may manage, unless the user vouches for its id", async () => {
    const id = await newPod(emulator, { name: "web" });
    const { cwd, pulumi } = project({ prod: [], broken: [] });
    pulumi.another("broken", "error: no access");
    const world = { env: { PATH: pulumi.path } };
    for (const word of [[id], ["web"], ["web", "--unowned"]]) {
      const { exitCode, err } = await operate(["stop", ...word, "--cwd", cwd, "--yes"], world);
      expect([exitCode, statusOf(id)]).toEqual([1, "RUNNING"]);
      expect(err).toMatch(/cannot tell whose it is, because it could not read broken in .*no access/);
      expect(err).toContain(
        `If you know that no stack manages the resource, run \`podwright stop ${id} --cwd ${cwd} --unowned\``,
      );
    }
    const { err } = await operate(["stop", id, "--unowned", "--cwd", cwd, "--yes"], world);
    expect(err).toContain(
      "note: The resource belongs to no stack that Podwright has read. It may belong to another person.",
    );
    expect(err).toMatch(/note: Podwright could not read broken in .*no access\. That stack may manage the resource\./);
    expect(statusOf(id)).toBe("EXITED");
  });

  test("mean the resource of the command's stack by a name", async () => {
    const ids = { prod: await newPod(emulator, { name: "web-1" }), dev: await newPod(emulator, { name: "web-2" }) };
    const colleague = await newPod(emulator, { name: "web" });
    const { cwd, pulumi } = project({
      prod: [{ kind: "Pod", name: "web", id: ids.prod }],
      dev: [{ kind: "Pod", name: "web", id: ids.dev }],
      lab: [],
    });
    const run = async (...args: string[]) => await operate([...args, "--cwd", cwd], { env: { PATH: pulumi.path } });
    expect(JSON.parse((await run("stop", "web", "--stack", "dev", "--yes")).out).id).toBe(ids.dev);
    expect(JSON.parse((await run("stop", "web", "--yes")).out).id).toBe(ids.prod);
    expect((await run("ssh", "web", "--stack", "prod", "--print")).out).toContain(ids.prod);
    expect((await run("logs", "web", "--stack", "dev")).exitCode).toBe(0);

    const beyond = await run("stop", "web", "--stack", "lab", "--yes");
    expect(beyond.exitCode).toBe(1);
    expect(beyond.err).toContain(
      "the stack shop/lab has no pod web, and a name means a resource of the command's stack",
    );
    expect(beyond.err).toContain(
      `pod web-1 (${ids.prod}): the stack shop/prod manages it as web. Run \`podwright stop web --cwd ${cwd} --stack prod\``,
    );
    expect(beyond.err).toContain(`pod web (${colleague}): no stack of the backend manages it`);
    expect((await run("logs", "web", "--stack", "lab")).err).toContain(
      `Run \`podwright logs ${colleague} --cwd ${cwd} --stack lab\``,
    );
    expect(statusOf(colleague)).toBe("RUNNING");
    const unowned = await run("stop", "web", "--stack", "lab", "--unowned", "--yes");
    expect(JSON.parse(unowned.out).id).toBe(colleague);
  });

  test("say of a marked resource outside the stack's state that it may be a copy, and promise no drift", async () => {
    const env = { PODWRIGHT_CREATED_BY: "-/shop/prod/web/web-1" };
    const [web, copy] = [await newPod(emulator, { name: "web-1", env }), await newPod(emulator, { name: "copy", env })];
    const { cwd, pulumi } = project({ prod: [{ kind: "Pod", name: "web", id: web }] });
    const { err } = await operate(["rm", copy, "--cwd", cwd], { env: { PATH: pulumi.path } });
    expect(err).toContain(
      "note: The mark of the resource says that the stack shop/prod created it as web, and the state of that stack does not contain the resource. It may be a copy, or come from a killed run.\n",
    );
    expect(err).not.toContain("drift");
  });

  test("refuse a resource of another stack by id too", async () => {
    const [held, marked] = [
      await newPod(emulator, { name: "web-1" }),
      await newPod(emulator, { name: "job", env: { PODWRIGHT_CREATED_BY: "acme/lab/old/x/x-1" } }),
    ];
    const both = await newPod(emulator, { name: "both" });
    const twice = { kind: "Pod", name: "both", id: both };
    const { cwd, pulumi } = project({ dev: [twice], prod: [{ kind: "Pod", name: "web", id: held }, twice] });
    const run = async (...args: string[]) =>
      await operate([...args, "--yes", "--cwd", cwd], { env: { PATH: pulumi.path } });
    for (const flags of [[], ["--unowned"]]) {
      const ofStack = await run("rm", held, ...flags);
      expect(ofStack.err).toContain(
        `Podwright leaves pod web-1 (${held}) alone: the stack shop/prod manages it as web.`,
      );
      const ofMark = await run("rm", marked, ...flags);
      expect(ofMark.err).toContain(
        "its mark says that the stack acme/lab/old created it as x, and Podwright has not read",
      );
      expect(ofMark.err).toContain("That stack is not in this backend.");
      const shared = await run("rm", both, ...flags);
      expect(shared.err).toContain("The state of your stack contains it too.");
      expect([ofStack, ofMark, shared].map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
    }
    expect((await run("rm", "both")).exitCode).toBe(1);
    expect(emulator.state().pods).toHaveLength(3);
    expect((await run("rm", held, "--stack", "prod")).exitCode).toBe(0);
  });

  test("do not delete a resource that is protected in its stack (rm)", async () => {
    const api = await newEndpoint(emulator, "api", { workersMin: 1 });
    const volume = { name: "data", size: 20, dataCenter: "EU-RO-1" };
    const { id: data } = await send(emulator, "POST", "/v2/network-volumes", volume);
    expect((await operate(["rm", "data", "--unowned"])).err).toContain("note: All data on the volume is lost.");

    const { cwd, pulumi } = project({ prod: [{ kind: "NetworkVolume", name: "files", id: data, protect: true }] });
    const refused = await operate(["rm", "data", "--yes", "--cwd", cwd], { env: { PATH: pulumi.path } });
    expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining("shop/prod protects volume data") });
    expect(emulator.state().networkVolumes).toHaveLength(1);

    expect(JSON.parse((await operate(["rm", api, "--yes"])).out)).toMatchObject({ id: api, status: null });
    expect(emulator.state().endpoints).toEqual([]);
  });

  test("change nothing if two resources have the name in the command", async () => {
    const ids = [await newPod(emulator, { name: "web" }), await newPod(emulator, { name: "web" })];
    const { exitCode, err } = await operate(["rm", "web", "--unowned", "--yes"]);
    expect(exitCode).toBe(1);
    for (const id of ids) expect(err).toContain(`${id} (pod)`);
    // The template of an endpoint often has its name.
    await newEndpoint(emulator, "api");
    expect((await operate(["rm", "api", "--unowned", "--yes"])).err).toMatch(
      /2 resources are named api\. .*\(endpoint\).*\(template\)/,
    );
    expect(emulator.state().endpoints).toHaveLength(1);
    expect(emulator.state().pods).toHaveLength(2);
  });
});

describe("podwright logs", () => {
  test("prints each log line of a pod with the time of the line", async () => {
    const id = await newPod(emulator, { name: "web" });
    await send(emulator, "POST", `/_emulator/pods/${id}/log`, {
      line: "hello\u001b[2J\u202e\u0007",
      source: "container",
    });
    const { out } = await operate(["logs", "web", "--source", "container", "--tail", "1"]);
    expect(out).toMatch(/^\d{4}-\d\d-\d\dT\S+Z hello \[2J *\n$/);
    const json = await operate(["logs", id, "--source", "container", "--tail", "1", "--output", "json"]);
    expect(JSON.parse(json.out)).toMatchObject({ source: "container", line: "hello\u001b[2J\u202e\u0007" });
    expect((await operate(["logs", "web", "--since", "2099-01-01T00:00:00Z"])).out).toBe("");
  });

  test("prints each log line of an endpoint with the id of the worker", async () => {
    await newEndpoint(emulator, "api", { workersMin: 2, workersMax: 2 });
    const workers = [...(await operate(["logs", "api"])).out.matchAll(/^(\w{14}) /gm)].map(([, id]) => id);
    const [first, ...others] = new Set(workers);
    expect(others).toHaveLength(1);
    const { out } = await operate(["logs", "api", "--worker", String(first)]);
    expect(out).toMatch(/^\d{4}-/);
    await newEndpoint(emulator, "asleep");
    expect((await operate(["logs", "asleep"])).err).toContain("endpoint asleep (");
  });

  test("prints new log lines with --follow until Ctrl-C", async () => {
    const id = await newPod(emulator, { name: "web" });
    const log = (line: string) => send(emulator, "POST", `/_emulator/pods/${id}/log`, { line });
    await log("before");
    for (const key of ["signal", "unread"] as const) {
      const ending = new AbortController();
      const seen: string[] = [];
      const onPart: World["onPart"] = (_, text) => {
        seen.push(text.trimEnd().split(" ").at(-1) ?? "");
        if (text.includes("before")) void log("after");
        if (text.includes("after")) ending.abort(new Error("interrupted"));
      };
      const { exitCode } = await operate(["logs", "web", "-f", "--tail", "1"], { [key]: ending.signal, onPart });
      expect([exitCode, seen.at(-1)]).toEqual([0, "after"]);
      await log("before");
    }
  });
});

describe("podwright ssh", () => {
  const options = { name: "web", ports: ["22/tcp"] };

  test("prints an ssh command that uses RunPod's proxy if the pod has no port for ssh", async () => {
    const id = await newPod(emulator, options);
    const plain = await newPod(emulator, { name: "plain" });
    expect((await operate(["ssh", "web", "--print"])).out).toMatch(/^ssh -p \d+ root@203\.0\.113\.10\n$/);
    expect((await operate(["ssh", "web", "--print", "--proxy"])).out).toBe(`ssh ${id}@ssh.emulator.invalid\n`);
    const nvidia = await operate(["ssh", plain, "--print", "--identity", "my key", "--command", "nvidia-smi; id"]);
    expect(nvidia.out).toBe(`ssh -i 'my key' -tt ${plain}@ssh.emulator.invalid 'nvidia-smi; id'\n`);
  });

  test("ends with the exit code of this machine's ssh", async () => {
    await newPod(emulator, options);
    const folder = temporaryFolder("ssh");
    writeFileSync(join(folder, "ssh"), `#!/bin/sh\necho "$@" > ${folder}/called\nexit 42\n`);
    chmodSync(join(folder, "ssh"), 0o755);
    const ended = await operate(["ssh", "web", "--command", "exit 42"], { env: { PATH: `${folder}:/usr/bin:/bin` } });
    expect(ended).toMatchObject({ exitCode: 42, err: "" });
    expect(readFileSync(join(folder, "called"), "utf8")).toMatch(/^-p \d+ root@203\.0\.113\.10 exit 42\n$/);
    const missing = await operate(["ssh", "web"], { env: { PATH: temporaryFolder("empty") } });
    expect(missing.err).toContain("there is no `ssh` on the PATH: install OpenSSH, or use --print");
  });

  test("refuses an address from RunPod that ssh would read as an option", async () => {
    const id = await newPod(emulator, options);
    const ssh = { proxy: { host: "h", port: 22, username: "-oProxyCommand=touch x", command: "" }, direct: null };
    const pod = await send<object>(emulator, "GET", `/v2/pods/${id}`);
    emulator.addFault({ operation: "getPod", effect: { status: 200, body: { ...pod, runtime: null, ssh } } });
    expect((await operate(["ssh", "web", "--print"])).err).toContain(
      "an SSH address that is not a valid host and user name",
    );
  });
});
