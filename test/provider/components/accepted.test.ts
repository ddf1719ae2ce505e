import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AnswerCondition, refusalOf } from "../../../provider/components/model-server/accepted";

const answer = { choices: [{ text: "Hello!", score: 0 }], done: true };

test.each<[AnswerCondition, string | undefined]>([
  [{ path: "choices[0].text", matches: "^Hello" }, undefined],
  [{ path: "choices[0].text", matches: "^Bye" }, "`choices[0].text` in the answer does not match ^Bye"],
  [{ path: "done", matches: "true" }, "`done` in the answer does not match true"],
  [{ path: "choices[0].score", equals: 0 }, undefined],
  [{ path: "choices[0]", equals: { score: 0, text: "Hello!" } }, undefined],
  [{ path: "done", equals: "true" }, "`done` in the answer is not the expected value"],
  [
    { path: "choices[1].text", present: true },
    "`choices[1].text` in the answer is missing: `choices` is a list of 1 item",
  ],
  [
    { path: "choices.length", present: true },
    "`choices.length` in the answer is missing: `choices` is a list of 1 item",
  ],
  [
    { path: "[0].choices", matches: "Hello" },
    "`[0].choices` in the answer is missing: the answer is an object without `0`",
  ],
  [
    { path: "choices[0].tokens", equals: 1 },
    "`choices[0].tokens` in the answer is missing: `choices[0]` is an object without `tokens`",
  ],
  [{ path: "done.by", matches: "a" }, "`done.by` in the answer is missing: `done` is a boolean"],
  [{ path: "error", present: false }, undefined],
  [{ path: "choices", present: false }, "`choices` in the answer is present"],
  [{ present: true }, undefined],
])("the smoke test accepts only a response that meets the condition %j", (condition, refusal) => {
  expect(refusalOf(answer, [condition])).toBe(refusal);
});

test("the documented condition meets the answer of RunPod's worker with vLLM", () => {
  const ofWorker = [{ choices: [{ tokens: ["You said: Say hello."] }], usage: { input: 3, output: 5 } }];
  const page = readFileSync(join(__dirname, "../../../docs/model-server.md"), "utf8");
  const [, path, matches] = /`\{ path: "(.*?)", matches: "(.*?)" \}`/.exec(page) ?? [];
  expect(refusalOf(ofWorker, [{ path, matches }])).toBeUndefined();
  expect(refusalOf(ofWorker, [{ path: "choices[0].text", matches }])).toBe(
    "`choices[0].text` in the answer is missing: the answer is a list of 1 item",
  );
});

test("an answer without a value is missing, without a word about its shape", () => {
  expect(refusalOf(undefined, [{ present: true }])).toBe("the answer is missing");
  expect(refusalOf(undefined, [{ path: "text", matches: "a" }])).toBe("`text` in the answer is missing");
});
