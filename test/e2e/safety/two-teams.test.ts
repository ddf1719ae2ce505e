import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commands } from "../../../cli/program/commands";
import type { Emulator } from "../../../emulator";
import { commandLine } from "../../cli/support/command-line";
import { emulated } from "../harness/emulated";
import { yamlProgram } from "../harness/stack/project";
import { type Declared, TestStack } from "../harness/stack/stack";
import { deploy, mustFail, mustSucceed } from "../harness/stack/steps";

const pod = { image: "nginx", gpu: { id: "NVIDIA L4" }, mounts: { persistent: { size: 20, path: "/data" } } };
const theirProgram: Declared[] = [
  { kind: "Pod", name: "trainer", args: pod },
  { kind: "NetworkVolume", name: "files", args: { size: 20, dataCenter: "EU-RO-1" } },
  {
    kind: "ServerlessEndpoint",
    name: "api",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the harness's way to name another resource's output
    args: { templateId: "${worker.id}", gpuIds: "AMPERE_16", workersMin: 1, workersMax: 2 },
  },
  { kind: "Template", name: "worker", args: { image: "worker", serverless: true } },
  {
    kind: "Task",
    name: "train",
    args: { image: "trainer", command: ["train"], gpu: pod.gpu, timeout: "1h", wait: false },
  },
];

interface Item {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** The logical name in the other team's program. */
  readonly logical: string;
}

/** The command lines of each command that changes resources, aimed at the other team's resources. */
const attempts: Readonly<Record<string, (theirs: readonly Item[]) => readonly (readonly string[])[]>> = {
  guard: () => [
    ["guard", "--dearer-than", "0", "--stop", "unowned", "--discard-data"],
    ["guard", "--dearer-than", "0", "--stop", "unowned", "--stop", "e2e/test", "--discard-data", "--yes"],
  ],
  start: (theirs) => aimed("start", theirs.filter(isPod)),
  stop: (theirs) => aimed("stop", theirs.filter(isPod)),
  restart: (theirs) => aimed("restart", theirs.filter(isPod)),
  rm: (theirs) => aimed("rm", theirs),
  recover: (theirs) => [
    ["recover"],
    ["recover", "--delete", "--yes"],
    ...theirs.flatMap(({ id }) => [
      ["recover", "--delete-unrecorded", id, "--yes"],
      ["recover", "--adopt", id, "--yes"],
    ]),
  ],
  // It writes only a rule into a file. A rule of the other team's resource would hide drift of one's own.
  drift: (theirs) => theirs.map(({ logical }) => ["drift", "--accept", `${logical}.image`]),
  adopt: (theirs) => [["adopt"], ["adopt", "--yes"], ...theirs.map(({ id }) => ["adopt", "--only", id, "--yes"])],
  jobs: (theirs) => {
    const [{ id = "", name = "", logical = "" } = {}] = theirs.filter(({ kind }) => kind === "endpoints");
    const ways: string[][] = [["run", "--input", '{"n":1}'], ...["cancel", "retry"].map((verb) => [verb, "some-job"])];
    return [
      ...[name, logical].flatMap((word) => ways.map(([verb = "", ...more]) => ["jobs", verb, word, ...more])),
      ...[name, id].flatMap((word) =>
        [[], ["--unowned"]].map((flags) => ["jobs", "purge-queue", word, "--yes", ...flags]),
      ),
    ];
  },
  migrate: () => [["migrate"], ["migrate", "--yes"]],
};

function isPod({ kind }: Item): boolean {
  return kind === "pods";
}

/** Names each resource in every way, with and without the flags that could reach further. */
function aimed(command: string, theirs: readonly Item[]): string[][] {
  return theirs.flatMap(({ id, name, logical }) => [
    [command, id],
    [command, logical],
    ...[id, name, logical].flatMap((word) => [
      [command, word, "--yes"],
      [command, word, "--unowned", "--yes"],
    ]),
  ]);
}

/** The emulator's records of these resources, and the number of requests about jobs. */
function recordsOf(emulator: Emulator, ids: ReadonlySet<string>) {
  const { run = 0, runsync = 0, cancel = 0, retry = 0, "purge-queue": purged = 0 } = emulator.counts();
  const { pods, networkVolumes, endpoints, templates } = emulator.state();
  const kinds = Object.entries({ pods, networkVolumes, endpoints, templates });
  const found = kinds.map(([kind, items]) => [kind, items.filter(({ id }) => ids.has(id))]);
  // The run time of a pod and of a worker moves by itself.
  return JSON.parse(
    JSON.stringify({ ...Object.fromEntries(found), jobs: run + runsync + cancel + retry + purged }, (key, value) =>
      key === "uptime" ? 0 : value,
    ),
  );
}

test("the story covers every command that changes resources", () => {
  const changing = commands.filter(({ changes }) => changes).map(({ name }) => name);
  expect(Object.keys(attempts).toSorted()).toEqual([...changing, "drift"].toSorted());
});

test("no command of one team touches a resource of another team on the same account", async () => {
  const { emulator, stack: ours } = await emulated();
  const theirs = new TestStack({ url: emulator.url, env: { PULUMI_BACKEND_URL: ours.env.PULUMI_BACKEND_URL } });
  onTestFinished(() => theirs.dispose());
  theirs.writeYaml({ ...yamlProgram({ resources: theirProgram, outputs: {} }), name: "theirs" });
  await mustSucceed((await theirs.init()).up());
  const { pods, networkVolumes, endpoints, templates } = emulator.state();
  const items = Object.entries({ pods, networkVolumes, endpoints }).flatMap(([kind, found]) =>
    found.map(({ id, name }): Item => ({ kind, id, name, logical: name.replace(/-.*/, "") })),
  );
  expect(items.map(({ logical }) => logical).toSorted()).toEqual(["api", "files", "train", "trainer"]);
  const ids = new Set([...items, ...templates].map(({ id }) => id));
  const before = recordsOf(emulator, ids);
  await deploy(ours, [{ kind: "Pod", name: "web", args: pod }]);

  const env = { ...(await ours.environment()) };
  for (const lines of Object.values(attempts)) {
    for (const line of lines(items)) {
      const { out, err } = await commandLine([...line, "--cwd", ours.dir], { env });
      expect(recordsOf(emulator, ids), `${line.join(" ")}\n${out}\n${err}`).toEqual(before);
    }
  }
  expect(existsSync(join(ours.dir, "podwright.drift.yaml"))).toBe(false);
  const byId = await commandLine(
    ["rm", items.find(({ logical }) => logical === "trainer")?.id ?? "", "--yes", "--cwd", ours.dir],
    { env },
  );
  expect(byId.err).toContain("the stack theirs/test manages it as trainer. In the folder of the project theirs, run ");
  const { out } = await commandLine(["drift", "--unmanaged", "--cwd", ours.dir, "--output", "json"], { env });
  for (const { id, import: line, heldBy } of JSON.parse(out).unmanaged) {
    if (ids.has(id)) expect([line, heldBy]).toEqual([undefined, "theirs/test"]);
  }

  ours.declare([{ kind: "Template", name: "same", args: { name: templates[0]?.name ?? "", image: "ours" } }]);
  const taken = (await mustFail(ours.up())).text.replace(/\s+/g, " ");
  expect(taken).toMatch(/Stack \S*theirs\/test manages it\. Give this template another name/);
  expect(taken).not.toContain("pulumi import");
  ours.declare([{ kind: "Pod", name: "web", args: pod }]);
  await mustSucceed(ours.up({ refresh: true }));
  await mustSucceed(ours.destroy());
  expect(recordsOf(emulator, ids)).toEqual(before);
});
