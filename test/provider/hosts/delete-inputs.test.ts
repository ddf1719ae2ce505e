import { expect, test } from "vitest";
import { DeleteInputs } from "../../../provider/hosts/delete-inputs";

const keep = { keepFor: "10m" };
const server = "urn:pulumi:dev::shop::podwright:index:ModelServer";
const childOfPlugin = (name: string) => ({
  name: `${server}$podwright:index:ServerlessEndpoint::${name}`,
  logicalName: name,
});
const childOfProgram = (name: string) => ({ name, parent: `${server}::chat`, logicalName: name });
const alone = (name: string) => ({ name, parent: "", logicalName: name });
const recorded = { gpuIds: "ADA_24", drain: { queued: "purge" } };

test("an endpoint that the program replaces is deleted with the drain that the program declares now", () => {
  const inputs = new DeleteInputs(["drain"]);
  expect(inputs.of("e1", "jobs", recorded)).toEqual(recorded);
  inputs.compared("e1", { gpuIds: "AMPERE_80", drain: keep });
  expect(inputs.of("e1", "jobs", recorded)).toEqual({ gpuIds: "ADA_24", drain: keep });
  expect(inputs.of("e2", "jobs", recorded)).toEqual(recorded);
  inputs.compared("e1", { gpuIds: "AMPERE_80" });
  expect(inputs.of("e1", "jobs", recorded)).toEqual({ gpuIds: "ADA_24" });
});

test.each([
  ["plugin", childOfPlugin],
  ["npm package", childOfProgram],
])("a model server's old endpoint is deleted with the drain of its new endpoint, under the %s", (_host, childOf) => {
  const inputs = new DeleteInputs(["drain"]);
  inputs.checked(childOf("chat-bbbbbb"), { gpuIds: "AMPERE_80", drain: keep }, 1);
  expect(inputs.of("e1", "chat-aaaaaa", recorded).drain).toEqual(keep);
  expect(inputs.of("e1", "draw-aaaaaa", recorded)).toEqual(recorded);
  // The program of the engine's next run may declare another drain.
  inputs.checked(childOf("draw-cccccc"), {}, 2);
  expect(inputs.of("e1", "chat-aaaaaa", recorded)).toEqual(recorded);
});

test("an endpoint of the program that only has a similar name keeps its recorded drain", () => {
  const inputs = new DeleteInputs(["drain"]);
  inputs.checked(alone("jobs-bbbbbb"), { drain: keep }, 1);
  expect(inputs.of("e1", "jobs-aaaaaa", recorded)).toEqual(recorded);
});
