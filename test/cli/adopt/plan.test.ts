import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Claim } from "../../../cli/account/ownership";
import { declarationsOf } from "../../../cli/adopt/declared";
import { languages } from "../../../cli/adopt/language";
import { adoptionPlan, type ClaimedItem } from "../../../cli/adopt/plan";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine } from "../support/command-line";

const item = (kind: ClaimedItem["kind"], id: string, name: string, claim: Claim = { is: "nobody's" }): ClaimedItem => ({
  ...{ kind, id, name, claim, status: "", hardware: null, place: null, createdAt: null, creator: undefined },
  ...{ costPerHour: null, costPerMonth: null },
});
const owner = (stack: string, held: boolean | null) => ({
  ...{ organization: "acme", project: "shop", name: "web" },
  stack,
  held,
});
const marked = (stack: string): Claim => ({ is: "another's", by: "mark", owner: owner(stack, null) });
const listed = [
  { organization: "acme", project: "shop", stack: "prod", cwd: ".", isSelected: false, isOfFolder: true },
];

describe("podwright adopt", () => {
  const items = [
    item("Pod", "p1", "held", { is: "another's", by: "state", owner: owner("prod", true) }),
    item("Pod", "p2", "marked", marked("old")),
    item("Pod", "p3", "free"),
    item("Pod", "p4", "unfinished", marked("prod")),
    item("Pod", "p5", "own", { is: "ours", by: "state", owner: owner("dev", true) }),
    item("Pod", "p6", "forgotten", { is: "ours", by: "mark", owner: owner("dev", false) }),
  ];
  const theirs: Claim = { is: "another's", by: "state", owner: { ...owner("prod", true), name: "api" } };

  test("takes only what no stack manages, and says whose the rest is", () => {
    const plan = adoptionPlan(items, { listed });
    expect(plan.adopted.map(({ id }) => id)).toEqual(["p3"]);
    expect(plan.others).toEqual([{ stack: "acme/shop/prod", resources: 1 }]);
    expect(plan.left).toMatchObject([
      { id: "p6", reason: expect.stringContaining("add `--only acme/shop/dev`") },
      { id: "p2", reason: expect.stringContaining("If you have removed that stack, add `--only acme/shop/old`") },
      { id: "p4", reason: expect.stringContaining("the stack acme/shop/prod created it as web") },
    ]);
  });

  test("takes what carries the mark of a stack only if the user names the stack and the backend has no such stack", () => {
    const named = adoptionPlan(items, { only: ["acme/shop/old"], listed });
    expect(named).toMatchObject({ adopted: [{ id: "p2", name: "web", group: "acme/shop/old" }], left: [] });
    expect(adoptionPlan(items, { only: ["acme/shop/dev"], listed }).adopted).toMatchObject([{ id: "p6" }]);
  });

  test.each([
    ["p1", "the stack acme/shop/prod manages it as web"],
    ["held", "the stack acme/shop/prod manages it as web"],
    ["p2", "its mark says that the stack acme/shop/old created it as web"],
    ["p4", "its mark says that the stack acme/shop/prod created it as web"],
    ["acme/shop/prod", "the stack acme/shop/prod manages it as web"],
  ])("refuses --only %s, which names a resource of another stack", (word, whose) => {
    expect(() => adoptionPlan(items, { only: ["p3", word], listed })).toThrow(whose);
  });

  test.each(["api", "trainer"])(
    "refuses --only %s, the logical name or the group of another stack's resource",
    (word) => {
      const claimed = [...items, item("Pod", "p7", "trainer-1a2b3c", theirs), item("Pod", "p8", "trainer-own", theirs)];
      expect(() => adoptionPlan(claimed, { only: [word], listed })).toThrow(
        "the stack acme/shop/prod manages it as api",
      );
    },
  );

  test("refuses a word of --only that names only the beginning of a single name", () => {
    expect(() => adoptionPlan([item("Pod", "p1", "free-1")], { only: ["free"] })).toThrow("did you mean free-1?");
  });

  test("refuses a word of --only that names nothing, but not one that names what the stack has adopted", () => {
    expect(() => adoptionPlan(items, { only: ["fre"] })).toThrow(
      /^the account has no resource with the name or id fre; did you mean free\? /,
    );
    const creator = { ...owner("old", false), marker: "web-1" };
    const adopted = { ...item("Pod", "p9", "trainer-1", items[4]?.claim), creator };
    for (const word of ["trainer", "acme/shop/old"])
      expect(adoptionPlan([adopted], { only: [word], listed }).adopted).toEqual([]);
  });

  test("gives each resource a plain name that the stack does not use yet", () => {
    const names = ["trainer 1", "trainer-1", "web", "$(rm -rf ~)", "‮…"];
    const plan = adoptionPlan(
      names.map((name, index) => item("Pod", `id${index}`, name)),
      { used: new Set(["web"]) },
    );
    const byId = Object.fromEntries(plan.adopted.map(({ id, name, group }) => [id, `${name} in ${group}`]));
    expect(byId).toEqual({
      id0: "trainer-1 in trainer",
      id1: "trainer-1-pod in trainer",
      id2: "web-pod in ",
      id3: "rm--rf in ",
      id4: "id4 in ",
    });
  });
});

test.each([
  ["dotnet", "pulumi convert --from yaml --language csharp"],
  ["java", "pulumi import --file resources.json"],
])("podwright adopt refuses a project in %s and shows the command to use instead", async (runtime, way) => {
  const folder = temporaryFolder("adopt");
  writeFileSync(join(folder, "Pulumi.yaml"), `name: shop\nruntime: ${runtime}\n`);
  const { exitCode, err } = await commandLine(["adopt", "--yes", "--cwd", folder]);
  expect(exitCode).toBe(1);
  expect(err).toContain(
    `Podwright writes programs in TypeScript, Python, Go or YAML, and this project is in ${runtime}.`,
  );
  expect(err).toContain(way);
  expect(readdirSync(folder)).toEqual(["Pulumi.yaml"]);
});

describe("the program from podwright adopt", () => {
  const plan = adoptionPlan([
    item("Pod", "pod1", "trainer-a"),
    item("Pod", "pod2", "trainer-b"),
    item("NetworkVolume", "vol1", "models"),
    item("Template", "tem1", "class"),
    item("ServerlessEndpoint", "end1", "answers"),
  ]);
  const inputs: Readonly<Record<string, object>> = {
    pod1: { env: secret({ "MY-KEY": 'canary "1"', N: "2" }), mounts: { network: [{ volumeId: "vol1", path: "/d" }] } },
    pod2: {
      mounts: { network: [{ volumeId: "vol1", path: "/d" }] },
      startSsh: true,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a hostile name
      name: "${x} */ \n#",
      __autoname: "x",
    },
    vol1: { size: 10 },
    tem1: { image: "worker" },
    end1: { templateId: "tem1", workersMin: 0 },
  };
  const resources = plan.adopted.map(({ kind, id }) => ({
    ...{ urn: `urn::${id}`, type: `podwright:index:${kind}`, id },
    inputs: { ...inputs[id] },
  }));
  const { declared, missing } = declarationsOf(plan.adopted, { deployment: { resources } });

  test("contains no value of a pod's environment", async () => {
    expect(Object.fromEntries(missing)).toEqual({ "trainer-a-env-MY-KEY": 'canary "1"', "trainer-a-env-N": "2" });
    for (const language of Object.values(languages)) expect(await language.write(declared)).not.toContain("canary");
  });

  test("declares the dependencies of a resource before the resource", () => {
    expect(declared.map(({ name, group }) => `${name} in ${group}`)).toEqual([
      "class in ",
      "answers in ",
      "models in trainer",
      "trainer-a in trainer",
      "trainer-b in trainer",
    ]);
  });

  test("is a function that an existing program can call if the language is Go", async () => {
    const text = await languages.go?.write(declared, "");
    expect(text).toContain("func adopted(ctx *pulumi.Context) error {");
    expect(text).not.toContain("func main()");
  });

  test.each(Object.keys(languages))(
    "looks handwritten in %s even if the names of resources contain code",
    async (runtime) => {
      expect(await languages[runtime]?.write(declared)).toMatchSnapshot();
    },
  );
});

/** A secret as `pulumi stack export --show-secrets` prints it. */
function secret(value: unknown): object {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext: JSON.stringify(value) };
}
