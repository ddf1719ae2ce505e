import { expect, test } from "vitest";
import { type Findable, findItem } from "../../../cli/account/find";

const owner = (stack: string, name: string) => ({ organization: "-", project: "shop", stack, name, held: true });
const items: readonly Findable[] = [
  { kind: "Pod", id: "p1", name: "web-1a2b3c4", owner: owner("prod", "web") },
  { kind: "Pod", id: "p2", name: "notebook", owner: null },
  { kind: "Pod", id: "p3", name: "notebook", owner: owner("dev", "note\u001b[31mbook") },
  { kind: "ServerlessEndpoint", id: "p4", name: "p1", owner: null },
];

test.each([
  ["the resource's id, even if the id is also another resource's name", "p1", "p1"],
  ["its name", "web-1a2b3c4", "p1"],
  ["its logical name in a program", "web", "p1"],
])("a command finds a resource by %s", (_, word, id) => {
  expect(findItem(items, word, "pod").id).toBe(id);
});

test("a command refuses a name that several resources have", () => {
  expect(() => findItem(items, "notebook", "pod")).toThrow(
    "2 resources are named notebook. Repeat the command with the id of the resource: p2 (pod), p3 (pod, note [31mbook of shop/dev)",
  );
});

test.each([
  ["notbook", "; did you mean notebook?"],
  ["zzzzzzzz\u001b[2J", "."],
])("a command refuses the unknown name %j", (word, hint) => {
  const plain = word.replace("\u001b", " ");
  expect(() => findItem(items, word, "pod or endpoint")).toThrow(
    `the account has no pod or endpoint with the name or id ${plain}${hint} \`podwright ps\` lists the account's resources`,
  );
});
