import { expect, test } from "vitest";
import { blocksOf, stepsOf } from "./support/blocks";
import { faultsOf } from "./support/page-shell";
import { hasShape } from "./support/shape";

const page = `
Text.

\`\`\`console
$ export NAME=world
$ echo "hello $NAME" && \\
  echo again
hello world
again
\`\`\`

\`\`\`sh skip
exit 7
\`\`\`
`;

test("the test of a page knows the line number of each command and output", () => {
  const [block] = blocksOf(page, "console", "sh");
  expect(stepsOf(block!)).toEqual([
    { command: "export NAME=world", output: [], line: 5 },
    { command: 'echo "hello $NAME" && \\\n  echo again', output: ["hello world", "again"], line: 6 },
  ]);
  expect(blocksOf(page, "sh")).toEqual([]);
});

test.each([
  [["JOB  4e42a851-214a-4188-ac4f-fd020f5bd14d-e1"], ["JOB     86a538cc-03aa-456d-a559-0e89a11d2b4a-e1"], true],
  [["2026-06-01  $1.00"], ["2026-11-21  $12,345.67"], true],
  [["COST  $1.00"], ["COST  1.00"], false],
  [["a", "…", "z"], ["a", "b", "c", "z"], true],
  [["a", "…", "z"], ["a", "b", "c"], false],
  [["a … z"], ["a b c z"], true],
  [["4"], ["1"], false],
  [["a"], ["a", "b"], false],
  [["a", "b"], ["a"], false],
])("a page with the output %j matches a command that prints %j: %s", (shown, actual, same) => {
  expect(hasShape(shown, actual)).toBe(same);
});

test("the test of a page names the line of a wrong output", async () => {
  expect(await faultsOf(blocksOf(page, "console"), { env: {} })).toEqual([]);
  const wrong = blocksOf(page.replace("hello world", "hello moon"), "console");
  expect(await faultsOf(wrong, { env: {} })).toEqual([
    expect.stringMatching(/^line 6: echo .*\n.*ended with 0 .*\nhello world/s),
  ]);
});

test("the test of a page fails if a command in a sh block fails", async () => {
  const failing = blocksOf("```sh\nfalse\ntrue\n```\n```sh\nfalse || test $? -eq 1\n```", "sh");
  expect(await faultsOf(failing, { env: {} })).toEqual([expect.stringContaining("line 2: false\ntrue\nended with 0")]);
});

test("the test of a page fails if the first of two sh blocks fails", async () => {
  const failing = blocksOf("```sh\nfalse\n```\n```sh\ntrue\n```", "sh");
  expect(await faultsOf(failing, { env: {} })).toEqual([expect.stringContaining("line 2: false\nended with 1")]);
});

test("a command on a page can read the exit code of the previous command", async () => {
  const blocks = blocksOf("```console\n$ (exit 4)\n$ echo $?\n4\n```", "console");
  expect(await faultsOf(blocks, { env: {} })).toEqual([]);
});
