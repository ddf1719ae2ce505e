import { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import { Value } from "google-protobuf/google/protobuf/struct_pb";
import { expect, test } from "vitest";
import { optionsOf } from "../../../../../provider/hosts/plugin/construct/options";

const npmType = "podwright:components:ModelServer";

test("the plugin reads every option that the engine sends for a component", () => {
  const timeouts = new ConstructRequest.CustomTimeouts().setCreate("40m").setUpdate("30m").setDelete("20m");
  const request = new ConstructRequest()
    .setProtect(true)
    .setRetainondelete(true)
    .setCustomtimeouts(timeouts)
    .setIgnorechangesList(["env"])
    .setReplaceonchangesList(["image"])
    .setDependenciesList(["urn:a"])
    .setReplaceWithList(["urn:b"])
    .setReplacementTrigger(Value.fromJavaScript("v2"))
    .setParent("urn:parent")
    .setDeletedwith("urn:owner");
  const options = optionsOf(request, npmType);
  expect(options).toMatchObject({
    protect: true,
    retainOnDelete: true,
    customTimeouts: { create: "40m", update: "30m", delete: "20m" },
    ignoreChanges: ["env"],
    replaceOnChanges: ["image"],
    replacementTrigger: "v2",
  });
  expect(options.dependsOn).toHaveLength(1);
  expect(options.replaceWith).toHaveLength(1);
  expect(options).toHaveProperty("parent");
  expect(options).toHaveProperty("deletedWith");
});

test("the plugin reads a null trigger as no trigger", () => {
  expect(optionsOf(new ConstructRequest(), npmType)).not.toHaveProperty("replacementTrigger");
  const request = new ConstructRequest().setReplacementTrigger(Value.fromJavaScript(null));
  expect(optionsOf(request, npmType)).not.toHaveProperty("replacementTrigger");
});
