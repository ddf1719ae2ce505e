import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { exitCodes } from "../../../cli/program/exit-codes";
import { recoverReport } from "../../../cli/recover/report";
import type { ExportedState, PendingOperation, StateResource } from "../../../cli/stack/state";
import { type Emulator, startEmulator } from "../../../emulator";
import { readEntries } from "../../../provider/hosts/journal/journal";
import { environmentOf, newPod, send } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ provision: 1, start: 1, strict: true });
});

afterEach(() => emulator.reset());
afterAll(() => emulator.close());

test("with nothing pending it says so, asks for no key and writes nothing", async () => {
  const pulumi = new FakePulumi({ version: 3, deployment: { resources: [] } });

  const { exitCode, out } = await recover(pulumi, { PODWRIGHT_API_KEY: undefined });

  expect({ exitCode, out }).toEqual({ exitCode: 0, out: "Nothing is pending: the state needs no recovery.\n" });
  expect(pulumi.commands()).toEqual(["stack export"]);
});

test("a stack without any state has nothing pending", async () => {
  expect(await recover(new FakePulumi({ version: 3, deployment: null }))).toMatchObject({ exitCode: 0 });
});

test.each(["--stack", "--cwd"])(
  "it is about one stack: %s given twice is refused before anything is read",
  async (flag) => {
    const pulumi = new FakePulumi(stateOf());

    const { exitCode, out, err } = await recover(pulumi, {}, flag, "one", flag, "two");

    expect({ exitCode, out }).toEqual({ exitCode: exitCodes.usage, out: "" });
    expect(err).toMatch(new RegExp(`^error: option '${flag} <\\w+>' argument 'two' is invalid. It may be given once`));
    expect(pulumi.commands()).toEqual([]);
  },
);

test("interrupted updates and deletes are dropped without asking the platform", async () => {
  const pulumi = new FakePulumi(stateOf({ type: "updating", resource: pod({ name: "web" }) }));

  const { exitCode, out } = await recover(pulumi, { PODWRIGHT_API_KEY: undefined });

  expect(exitCode).toBe(0);
  expect(out).toMatch(/^web +Pod +settled +an interrupted update: .*`pulumi up --refresh`/m);
  expect(pulumi.state<ExportedState>().deployment?.pending_operations).toEqual([]);
  expect(emulator.requests()).toEqual([]);
});

test("the pod of an interrupted creation is found by its mark, whatever its name", async () => {
  const id = await newPod(emulator, { name: "fixed", env: { PODWRIGHT_CREATE_NONCE: "web-1234567" } });
  await newPod(emulator, { name: "fixed" });
  const pulumi = new FakePulumi(creationOf(pod({ name: "fixed", __autoname: "web-1234567" })));

  const { out } = await recover(pulumi);

  expect(out).toContain(`the killed run created ${id}`);
  expect(resourcesIn(pulumi)).toMatchObject([{ id, outputs: { name: "fixed" } }]);
});

test("a duplicate of what was created is reported, and the exit code says so", async () => {
  const ids = [await newPod(emulator, { name: "web-1234567" }), await newPod(emulator, { name: "web-1234567" })];
  const pulumi = new FakePulumi(creationOf(pod({ name: "web-1234567", __autoname: "web-1234567" })));

  const { exitCode, out } = await recover(pulumi);

  expect(exitCode).toBe(exitCodes.recoveredInDoubt);
  const [adopted] = resourcesIn(pulumi);
  const duplicate = ids.find((id) => id !== adopted?.id);
  expect(ids).toContain(adopted?.id);
  expect(out).toContain(`the killed run created ${adopted?.id}`);
  expect(out).toContain(`it also created ${duplicate}: delete it on the platform`);
});

test("a creation without a mark never adopts anything, not even by an equal name", async () => {
  const id = await newPod(emulator, { name: "fixed" });
  const pulumi = new FakePulumi(creationOf(pod({ name: "fixed" })));

  const { exitCode, out } = await recover(pulumi);

  expect(exitCode).toBe(exitCodes.recoveredInDoubt);
  expect(out).toContain(`${id} has the same name, which proves nothing`);
  expect(resourcesIn(pulumi)).toEqual([]);
});

test("a template with the user's own name is reported and not adopted", async () => {
  const { id } = await send(emulator, "POST", "/v2/templates", { name: "worker", image: "worker" });
  const inputs = { name: "worker", __autoname: "tpl-1234567", image: "worker" };
  const pulumi = new FakePulumi(creationOf({ ...pod(inputs), type: dynamic("Template") }));

  const { exitCode, out } = await recover(pulumi);

  expect(exitCode).toBe(exitCodes.recoveredInDoubt);
  expect(out).toMatch(
    new RegExp(`^web +Template +dropped +the killed run created nothing: .*${id} has the same name`, "m"),
  );
  expect(resourcesIn(pulumi)).toEqual([]);
});

const ciphertext = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:abc" };
type Values = Readonly<Record<string, unknown>>;
const marked = (name: string) => ({ name, __autoname: name });
const onGpu = { name: "web-1234567", image: "nginx", gpu: { id: "NVIDIA L4" } };
const credential = { username: ciphertext, password: ciphertext };
const volume = { size: 10, dataCenter: "US-KS-2" };

interface Left {
  readonly type: string;
  readonly path: string;
  readonly created: object;
  readonly inputs: Values;
  readonly recorded: object;
}
const podWith = (inputs: Values, outputs: object = { status: "RUNNING" }): Left => ({
  type: dynamic("Pod"),
  path: "pods",
  created: { ...onGpu, ports: ["8888/http"], env: { MODE: "production", TOKEN: "canary" } },
  inputs: { ...marked("web-1234567"), ...inputs },
  recorded: { outputs: { name: "web-1234567", ...outputs } },
});

test.each<[what: string, Left]>([
  [
    "a volume that did not get its name yet, by its mark",
    {
      type: dynamic("NetworkVolume"),
      path: "network-volumes",
      created: { ...volume, name: "data-1234567" },
      inputs: { ...volume, name: "models", __autoname: "data-1234567" },
      recorded: { inputs: { name: "models" }, outputs: { name: "data-1234567" } },
    },
  ],
  [
    "a registry credential, whose secrets stay ciphertexts",
    {
      type: "podwright:index:RegistryCredential",
      path: "registries",
      created: { name: "ghcr-1234567", username: "robot", password: "canary" },
      inputs: { ...marked("ghcr-1234567"), ...credential },
      recorded: { outputs: { name: "ghcr-1234567", ...credential } },
    },
  ],
  [
    "a secret, whose value stays a ciphertext",
    {
      type: "podwright:index:Secret",
      path: "account/secrets",
      created: { name: "token-1234567", value: "canary" },
      inputs: { ...marked("token-1234567"), value: ciphertext },
      recorded: { outputs: { name: "token-1234567", value: ciphertext, valueLastUpdatedAt: expect.any(String) } },
    },
  ],
  ["a pod with a secret in a list", podWith({ ports: [ciphertext] }, { ports: [ciphertext] })],
  ["a pod with a secret environment", podWith({ env: ciphertext })],
  ["a pod whose environment the program does not declare: it may be secret", podWith({})],
  ["a pod with an env key that somebody has added to one in clear", podWith({ env: { MODE: "production" } })],
  ["a pod with an env key that somebody has added to a secret one", podWith({ env: { MODE: ciphertext } })],
])(
  "what was created is adopted, with the environment as declared and no secret in clear: %s",
  async (_, { type, path, created, inputs, recorded }) => {
    const { id } = await send(emulator, "POST", `/v2/${path}`, created);
    const pulumi = new FakePulumi(creationOf({ ...pod(inputs), type }));

    const { out } = await recover(pulumi);

    expect(out).toMatch(new RegExp(`^web +${type.split(":").at(-1)} +adopted`, "m"));
    const [adopted] = resourcesIn(pulumi);
    expect(adopted).toMatchObject({ id, ...recorded });
    expect(adopted?.outputs?.env).toEqual(inputs.env);
    expect(JSON.stringify(pulumi.state())).not.toContain("canary");
  },
);

test("an interrupted job is dropped, with what cannot be known of it", async () => {
  const inputs = { endpointId: "answers", input: {}, __autoname: "smoke-1234567" };
  const pulumi = new FakePulumi(creationOf({ ...pod(inputs), type: "podwright:index:Job" }));

  const { out } = await recover(pulumi);

  expect(out).toMatch(/^web +Job +dropped +whether it submitted a job is unknown, because the platform lists none/m);
  expect(resourcesIn(pulumi)).toEqual([]);
});

test("what it finds goes into the journal, as the killed run would have written it", async () => {
  const folder = temporaryFolder("journal");
  const id = await newPod(emulator, { name: "web-1234567" });
  const state = creationOf(pod({ name: "web-1234567", __autoname: "web-1234567" }));
  await recover(new FakePulumi(state), { PODWRIGHT_JOURNAL: folder }, "--dry-run");
  expect(readEntries(folder)).toEqual([]);

  await recover(new FakePulumi(state), { PODWRIGHT_JOURNAL: folder });

  expect(readEntries(folder)).toMatchObject([{ event: "recovered", kind: "Pod", id, gpu: "NVIDIA L4", name: "web" }]);
});

test("a dry run says what would be done, and the JSON is as documented", async () => {
  const id = await newPod(emulator, { name: "web-1234567" });
  const state = stateOf(
    { type: "creating", resource: pod({ name: "web-1234567", __autoname: "web-1234567" }) },
    { type: "updating", resource: pod({ name: "other" }) },
  );
  const pulumi = new FakePulumi(state);

  const { exitCode, out } = await recover(pulumi, {}, "--dry-run");
  const { operations, ...rest } = recoverReport.parse(
    JSON.parse((await recover(pulumi, {}, "--dry-run", "--output", "json")).out),
  );

  expect(exitCode).toBe(0);
  expect(out).toContain(`the killed run created ${id}: it would be added to the state`);
  expect(out).toContain("an interrupted update: the entry would be dropped");
  expect(rest).toEqual({ version: 1, dryRun: true, written: false });
  expect(operations).toMatchObject([
    { kind: "Pod", operation: "creating", action: "adopted", id, twins: [] },
    { kind: "Pod", operation: "updating", action: "settled" },
  ]);
  expect(pulumi.state()).toEqual(state);
});

test("the configuration of the stack goes before the environment", async () => {
  const pulumi = new FakePulumi(creationOf(pod({ name: "a", __autoname: "a" })), {
    "podwright:apiKey": emulator.apiKey,
    "podwright:baseUrl": emulator.url,
  });

  expect(await recover(pulumi, { PODWRIGHT_API_KEY: "wrong", PODWRIGHT_BASE_URL: "http://127.0.0.1:1" })).toMatchObject(
    {
      exitCode: 0,
      err: "",
    },
  );
});

test.each([
  [
    "a wrong key",
    { PODWRIGHT_API_KEY: "wrong" },
    /^error: The platform did not accept the API key .*podwright:apiKey.*\n$/,
  ],
  ["no key", { PODWRIGHT_API_KEY: undefined }, /^error: .*podwright:apiKey.*PODWRIGHT_API_KEY.*\n$/],
  ["plain http to elsewhere", { PODWRIGHT_BASE_URL: "http://example.com" }, /^error: .*plain http.*\n$/],
])("with %s it says so in one line and leaves the state alone", async (_, env, message) => {
  const state = creationOf(pod({ name: "a", __autoname: "a" }));
  const pulumi = new FakePulumi(state);

  const { exitCode, out, err } = await recover(pulumi, env);

  expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
  expect(err).toMatch(message);
  expect(pulumi.state()).toEqual(state);
});

test("for a locked stack the message says to cancel first, with the command", async () => {
  const pulumi = new FakePulumi(creationOf(pod({ name: "a", __autoname: "a" })));
  pulumi.fail("stack import", "error: the stack is currently locked by 1 lock(s). Either wait …\n  file:///…\n");

  const { exitCode, err } = await recover(pulumi, {}, "--stack", "dev");

  expect(exitCode).toBe(1);
  expect(err).toContain("run `pulumi cancel --yes --stack dev` first");
});

test.each([
  [" past a warning", "warning: old version\nerror: no stack selected; please use `pulumi stack select`\n"],
  [
    " also where it first says that it failed",
    "error: preview failed\nerror: no stack selected; please use `pulumi stack select`\n",
  ],
])("what Pulumi refuses is passed on in its own words,%s", async (_, said) => {
  const pulumi = new FakePulumi({});
  pulumi.fail("stack export", said);

  expect(await recover(pulumi)).toMatchObject({
    exitCode: 1,
    err: "error: `pulumi stack export` failed: no stack selected; please use `pulumi stack select`\n",
  });
});

test("without Pulumi on the PATH it says what to install", async () => {
  expect(await recover({ path: "/nowhere" })).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/^error: there is no `pulumi` on the PATH: install it .*\n$/),
  });
});

test("a state that another run changed meanwhile is left alone", async () => {
  const theirs = stateOf();
  const pulumi = new FakePulumi(creationOf(pod({ name: "a", __autoname: "a" })));
  pulumi.changeAfterExport(theirs);

  const { exitCode, err } = await recover(pulumi);

  expect(exitCode).toBe(1);
  expect(err).toContain("the state has changed meanwhile, so nothing was written");
  expect(pulumi.state()).toEqual(theirs);
});

test("pending creations of other providers are named, and not lost without leave", async () => {
  const bucket = { urn: "urn:pulumi:dev::app::aws:s3/bucket:Bucket::logs", type: "aws:s3/bucket:Bucket" };
  const ours = { type: "creating", resource: pod({ name: "a", __autoname: "a" }) };
  const state = stateOf({ type: "creating", resource: bucket }, ours);
  const pulumi = new FakePulumi(state);

  const refused = await recover(pulumi);
  const untouched = pulumi.state();
  const allowed = await recover(pulumi, {}, "--drop-foreign");

  expect(refused.exitCode).toBe(1);
  expect(refused.err).toMatch(/logs \(aws:s3\/bucket:Bucket\).*`pulumi refresh` first, or add --drop-foreign/);
  expect(untouched).toEqual(state);
  expect(allowed).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^logs +aws:s3\/bucket:Bucket +foreign .*: dropped/m),
  });
});

test("where everything that is pending is foreign, it is named and nothing is written", async () => {
  const bucket = { urn: "urn:pulumi:dev::app::aws:s3/bucket:Bucket::logs", type: "aws:s3/bucket:Bucket" };
  const pulumi = new FakePulumi(stateOf({ type: "creating", resource: bucket }));

  expect(await recover(pulumi)).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/ foreign .*: left as it is/),
  });
  expect(pulumi.commands()).toEqual(["stack export"]);
});

async function recover(
  pulumi: { path: string; dir?: string },
  env: Record<string, string | undefined> = {},
  ...args: string[]
) {
  return await commandLine(["recover", ...args], {
    env: { ...environmentOf(emulator), PODWRIGHT_TIME_SCALE: "0.001", PATH: pulumi.path, ...env },
  });
}

function stateOf(...pending: PendingOperation[]): ExportedState {
  return { version: 3, deployment: { resources: [], pending_operations: pending } };
}

function creationOf(resource: StateResource): ExportedState {
  return stateOf({ type: "creating", resource });
}

function pod(inputs: Values): StateResource {
  const type = dynamic("Pod");
  return { urn: `urn:pulumi:dev::app::${type}::web`, type, custom: true, inputs: { ...inputs, __provider: "code" } };
}

function resourcesIn(pulumi: FakePulumi): readonly StateResource[] {
  return pulumi.state<ExportedState>().deployment?.resources ?? [];
}

function dynamic(kind: string): string {
  return `pulumi-nodejs:dynamic/podwright:${kind}`;
}
