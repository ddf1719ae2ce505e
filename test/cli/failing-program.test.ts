import { expect, test } from "vitest";
import { costOutput } from "../../cli/cost/render";
import { Stack } from "../../cli/stack/stack";
import { commandLine, type Ended, quietContext } from "./support/command-line";
import { FakePulumi } from "./support/fake-pulumi";

/** What Pulumi prints when a program throws. */
const failing = `Previewing update (dev):
 +  pulumi:pulumi:Stack shop-dev create error: Running program '/work/' failed with an unhandled exception:
Diagnostics:
  pulumi:pulumi:Stack (shop-dev):
    printed canary-of-the-program
    error: Running program '/work/' failed with an unhandled exception:
    Error: canary-of-the-program at postgres://me:canary-password@db/x

Resources:
    1 errored
`;

/** What Pulumi prints when Podwright refuses an input. */
const refused = `Diagnostics:
  pulumi:pulumi:Stack (shop-dev):
    error: preview failed
    printed canary-of-the-program

  podwright:index:Pod (web):
    error: podwright:index:Pod resource 'web' has a problem: gpu: one of \`gpu\` and \`cpu\` is required
`;

async function costOf(pulumi: FakePulumi, format: string): Promise<Ended> {
  return await commandLine(["cost", "--stack", "dev", "--output", format], { env: { PATH: pulumi.path } });
}

test.each(costOutput.formats)(
  "the words of a failing program are in the log, and not in the report as %s",
  async (format) => {
    const pulumi = new FakePulumi({});
    pulumi.fail("preview --event-log", "", failing);
    const { out, err } = await costOf(pulumi, format);

    expect(out.replaceAll("\\", "")).toContain("`pulumi preview` failed: the reason is in the output of Pulumi");
    expect(out).not.toContain("canary");
    expect(err).toContain("`pulumi preview` failed for dev:");
    expect(err).toContain("Error: canary-of-the-program at postgres://[secret]@db/x");
  },
);

test("a report names the reason that Podwright's provider gave on standard output", async () => {
  const pulumi = new FakePulumi({});
  pulumi.fail("preview --event-log", "", refused);
  const { out } = await costOf(pulumi, "table");

  expect(out).toContain("resource 'web' has a problem: gpu: one of `gpu` and `cpu` is required");
  expect(out).not.toContain("canary");
});

test("an error of Pulumi shows no password of the backend and no secret of the environment", async () => {
  const pulumi = new FakePulumi({});
  const env = {
    PATH: pulumi.path,
    PULUMI_BACKEND_URL: "postgres://me:canary-p%40ss/word@db/x",
    PULUMI_CONFIG_PASSPHRASE: "canary-passphrase",
    AWS_SECRET_ACCESS_KEY: "canary-access",
  };
  pulumi.fail(
    "stack export",
    `error: cannot open "${env.PULUMI_BACKEND_URL}": lookup canary-p%40ss/word: canary-p@ss/word, canary-passphrase, canary-access\n`,
  );
  const failure = await new Stack({ cwd: pulumi.dir }, quietContext({ env })).export().catch(String);

  expect(failure).toContain("`pulumi stack export` failed: cannot open");
  expect(failure).not.toMatch(/canary/);
});
