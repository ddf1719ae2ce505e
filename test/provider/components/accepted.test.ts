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
  [{ path: "choices[1].text", present: true }, "`choices[1].text` in the answer is missing"],
  [{ path: "choices.length", present: true }, "`choices.length` in the answer is missing"],
  [{ path: "error", present: false }, undefined],
  [{ path: "choices", present: false }, "`choices` in the answer is present"],
  [{ present: true }, undefined],
])("the smoke test accepts only a response that meets the condition %j", (condition, refusal) => {
  expect(refusalOf(answer, [condition])).toBe(refusal);
});
