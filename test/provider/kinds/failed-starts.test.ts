import { expect, test } from "vitest";
import { failedStarts } from "../../../provider/kinds/serverless-endpoint/serving/crash-loops";

const minute = 60_000;
const failure = "error starting container: no space left on device";
const log = (...lines: readonly (readonly [minutes: number, source: string, line: string])[]) =>
  lines.map(([at, source, line]) => ({ ts: new Date(at * minute).toISOString(), source, line }));

test("the search for a crash loop counts only the failed starts since the container last ran", () => {
  const lines = log(
    [0, "system", failure],
    [1, "container", "loading the model"],
    [2, "system", failure],
    [3, "system", "pulling image worker:1"],
    [4, "system", failure],
  );
  expect(failedStarts(lines)).toEqual([2 * minute, 4 * minute]);
  expect(failedStarts(log([0, "system", failure], [1, "container", "ready"]))).toEqual([]);
  expect(failedStarts(log([0, "container", failure]))).toEqual([]);
});

test("the search for a crash loop ignores a failure that happened long before the last failure", () => {
  expect(failedStarts(log([0, "system", failure], [11, "system", failure]))).toEqual([11 * minute]);
});
