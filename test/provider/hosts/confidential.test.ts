import { expect, test } from "vitest";
import { confidentially, textsAt } from "../../../provider/hosts/confidential";
import { InitError, OperationError } from "../../../provider/pulumi/errors";
import { testRun } from "../../support/test-run";

const canary = "canary-7d1f";
const told = `cannot sign in with ${canary}`;

test("a secret value appears in no printed line and in no error", async () => {
  const lines: string[] = [];
  const run = { ...testRun(), report: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
  const failing = (error: Error) =>
    confidentially({ ...run }, [canary], async ({ report, warn }) => {
      report(told);
      warn(told);
      throw error;
    }).catch((thrown: unknown) => thrown);

  const unfinished = await failing(new InitError("pod1", { args: canary }, ["one", told]));
  expect(unfinished).toMatchObject({
    id: "pod1",
    outputs: { args: canary },
    reasons: ["one", "cannot sign in with [secret]"],
  });
  expect((unfinished as Error).message).not.toContain(canary);
  expect(await failing(new OperationError(told))).toEqual(new OperationError("cannot sign in with [secret]"));
  expect(new Set(lines)).toEqual(new Set(["cannot sign in with [secret]"]));
});

test.each([
  [{ args: `serve --token=${canary}` }, ["args"]],
  [{ args: `{"cmd":["sh","-c","serve '${canary}'"]}` }, ["args"]],
  [{ cmd: ["serve", `--token=${canary}`] }, ["cmd", 1]],
  [{ entrypoint: ["sh", "-c", `serve --token ${canary}`] }, ["entrypoint"]],
  [{ readiness: { http: { path: `/${canary}` } } }, ["readiness"]],
])("an error never shows a part of the secret value in %j", async (values, path) => {
  const failure = confidentially(testRun(), textsAt(values, [path]), () =>
    Promise.reject(new Error(`/${canary} is wrong`)),
  );
  await expect(failure).rejects.not.toThrow(canary);
});
