import { describe, expect, test } from "vitest";
import type { Values } from "../../../kernel/values";
import { checkedInputs } from "../../../provider/hosts/checked-inputs";
import type { NamingRequest } from "../../../provider/hosts/naming";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { registryCredential } from "../../../provider/kinds/registry-credential/lifecycle";
import { secret } from "../../../provider/kinds/secret/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import type { Resource } from "../../../provider/session/resource";

function check(resource: unknown, naming: Partial<NamingRequest> = {}, olds: Values = {}, news: Values = {}) {
  const declared = { logicalName: "web", olds, news, unknowns: [], ...naming };
  return checkedInputs(resource as Resource<Values>, ["__autoname", "__nonce"], declared);
}

describe("the check of a resource", () => {
  const marks = (...given: Parameters<typeof check>) => {
    const { name, __autoname, __nonce } = check(...given).inputs;
    return { name, __autoname, __nonce };
  };
  const seed = new TextEncoder().encode("of this update");
  const generated = expect.stringMatching(/^web-[0-9a-f]{7}$/);
  const strong = expect.stringMatching(/^[0-9a-f]{32}$/);
  const named = (proposedName: string, mode: "propose" | "disable" = "propose") => ({
    ...{ seed, autonaming: { mode, proposedName } },
  });

  test.each<[string, unknown, object, object]>([
    ["for a pod", pod, {}, { name: generated, __autoname: generated, __nonce: strong }],
    ["for a pod, from the engine's seed", pod, { seed }, { name: generated, __autoname: generated, __nonce: strong }],
    ["for a template, whose name is its marker", template, { seed }, { name: generated, __autoname: generated }],
    ["for a pod that the project names", pod, named("p"), { name: "p", __autoname: "p", __nonce: strong }],
    ["for a template that the project names", template, named("t"), { name: "t", __autoname: "t", __nonce: generated }],
    ["for a template without a proposed name", template, named(""), { name: generated, __autoname: generated }],
    ["for a template without automatic names", template, named("t", "disable"), { __autoname: generated }],
  ])("chooses a generated name and a marker %s", (_, resource, naming, expected) => {
    expect(marks(resource, naming)).toEqual({ name: undefined, __nonce: undefined, ...expected });
  });

  test("chooses the same name and marker in pulumi preview and in the pulumi up that follows", () => {
    const [preview, up, other] = [seed, seed, new Uint8Array([7])].map((of) => marks(pod, { seed: of }));
    expect(up).toEqual(preview);
    expect([other?.__autoname, other?.__nonce]).not.toEqual([preview?.__autoname, preview?.__nonce]);
    expect(other?.__nonce).not.toBe(preview?.__nonce);
    expect(preview?.__nonce).not.toContain(String(preview?.name).slice("web-".length));
    expect(marks(pod).__nonce).not.toBe(marks(pod).__nonce);
  });

  test("shortens a long logical name to RunPod's limit", () => {
    const naming = { logicalName: "registry-".repeat(30), seed };
    const { inputs, problems } = check(registryCredential, naming, {}, { username: "u", password: "p" });
    expect(problems).toEqual([]);
    expect(inputs.name).toMatch(/^registry-.*-[0-9a-f]{7}$/);
  });

  test("keeps the recorded name and marker", () => {
    const olds = { __autoname: "web-1", __nonce: "n" };
    expect(marks(pod, { seed }, olds)).toEqual({ name: "web-1", ...olds });
    expect(marks(pod, named("p"), olds, { name: "mine" })).toEqual({ name: "mine", ...olds });
  });

  test("fails if the project disables automatic names and the program gives no name", () => {
    const problem = { path: ["name"], message: expect.stringContaining("automatic naming is disabled") };
    expect(check(template, named("", "disable"), {}, { image: "x" }).problems).toContainEqual(problem);
    expect(check(template, named("", "disable"), {}, { image: "x", name: "mine" }).problems).toEqual([]);
  });
});

describe("the check of a secret", () => {
  test.each([
    ["token", "token"],
    ["hf token (eu)", "hf-token--eu-"],
    ["1st", "_1st"],
    ["RunPod", "_RunPod"],
    ["\u00fcber/a", "_-ber/a"],
    ["x".repeat(300), "x".repeat(177)],
  ])("turns %s into a name that RunPod accepts", (logicalName, begins) => {
    const { inputs, problems } = check(secret, { logicalName }, {}, { value: "v" });
    expect(String(inputs.name).replace(/-\w{7}$/, "")).toBe(begins);
    expect(problems).toEqual([]);
  });

  test("requires a value only for the create of the secret", () => {
    const missing = {
      path: ["value"],
      message: "is required for a new resource; only an existing resource may omit it",
    };
    expect(check(secret).problems).toEqual([missing]);
    expect(check(secret, {}, { name: "token", __autoname: "token-1" }).problems).toEqual([]);
  });

  test("refuses a proposed name that RunPod does not accept", () => {
    const autonaming = { mode: "enforce", proposedName: "7 up" } as const;
    expect(check(secret, { autonaming }, {}, { value: "v" }).problems.map(({ path }) => path)).toEqual([["name"]]);
  });
});
