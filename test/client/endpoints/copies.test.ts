import { expect, test } from "vitest";
import { templateSchema } from "../../../client/account/templates";
import { copyOf, isCurrent } from "../../../client/endpoints/rest/copies";
import { restEndpointSchema } from "../../../client/endpoints/rest/record";
import { RECORD } from "./rest-platform";

const settings = {
  ...{ image: "worker:1", args: "--fast", disk: 20, registry: "reg1", ports: ["80/http", "22/tcp"] },
  env: { A: "1", B: "2" },
};

const template = templateSchema.parse({ id: "tpl1", name: "worker", serverless: true, ...settings });

const copyWith = (change: object) => {
  const env = { ...settings.env, ...copyOf("tpl1", { B: "own" }).env };
  return restEndpointSchema.parse({ ...RECORD, ...settings, env, ...change });
};

test("an endpoint's copy of a template stays current if the endpoint adds variables or reorders ports", () => {
  expect(isCurrent(copyWith({}), template)).toBe(true);
  expect(isCurrent(copyWith({ ports: ["22/tcp", "80/http"] }), template)).toBe(true);
});

test.each([
  ["image", "worker:0"],
  ["args", "--slow"],
  ["disk", 10],
  ["registry", "revoked"],
  ["registry", undefined],
  ["ports", ["80/http"]],
  ["env", { ...settings.env, ...copyOf("tpl1").env, A: "0" }],
  ["env", { B: "2", ...copyOf("tpl1").env }],
])("an endpoint's copy of a template is outdated if its setting %s has another value: %j", (name, value) => {
  expect(isCurrent(copyWith({ [name]: value }), template)).toBe(false);
});
