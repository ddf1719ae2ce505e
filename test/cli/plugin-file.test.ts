import { afterEach, describe, expect, test, vi } from "vitest";
import { start } from "../../cli/plugin-file/start";
import { asCalled, callCommandsWith } from "../../kernel/as-called";
import { temporaryFolder } from "../support/temporary-folder";
import { commandLine } from "./support/command-line";

afterEach(() => callCommandsWith(() => "podwright"));

function startedBy(file: string, ...args: string[]): readonly string[] | "plugin" | undefined {
  let started: readonly string[] | "plugin" | undefined;
  start(
    { file, args },
    {
      servePlugin: (words) => {
        callCommandsWith(words);
        started = "plugin";
      },
      runCommand: async (given, words) => {
        callCommandsWith(words);
        started = given;
      },
    },
  );
  return started;
}

const plugin = "/home/ada/.pulumi/plugins/resource-podwright-v1.0.0/pulumi-resource-podwright";
const tool = "/home/ada/.pulumi/plugins/tool-podwright-v1.0.0/pulumi-tool-podwright";

test.each([
  ["from Pulumi with an address", plugin, ["127.0.0.1:4321"]],
  [
    "from Pulumi with flags for logs",
    plugin,
    ["-logtostderr", "-v=9", "--tracing", "127.0.0.1:6007", "127.0.0.1:4321"],
  ],
  ["from a developer who attaches Pulumi to a running plugin", plugin, []],
])("the executable starts the plugin if the call comes %s", (_, file, args) => {
  expect(startedBy(file, ...args)).toBe("plugin");
});

test.each([
  [plugin, ["drift", "--stack", "production"]],
  ["C:\\pulumi-resource-podwright.exe", ["--version"]],
  [tool, []],
  ["podwright", []],
  ["./podwright", ["recover"]],
  ["/usr/local/bin/podwright", ["drift", "--stack", "shop:2024"]],
  ["/usr/local/bin/podwright.exe", ["127.0.0.1:4321"]],
  [tool, ["127.0.0.1:4321"]],
  [plugin, ["drift", "--stack", "shop:2024"]],
  [plugin, ["drift", "127.0.0.1:4321"]],
  [plugin, ["--stack", "127.0.0.1:4321"]],
  [plugin, ["[::1]:4321"]],
])("the executable %s runs the command line if a user gives the arguments %j", (file, args) => {
  expect(startedBy(file, ...args)).toEqual(args);
});

describe("a podwright command in a message", () => {
  test.each([
    ["podwright", "podwright recover"],
    [tool, "pulumi plugin run podwright -- recover"],
    [plugin, "pulumi plugin run --kind resource podwright -- recover"],
  ])("is written so that a user of %s can copy the command", async (file, named) => {
    vi.stubEnv("PATH", temporaryFolder("empty"));
    startedBy(file, "--help");
    expect(asCalled('run "podwright recover" for podwright:index:Pod, see /opt/podwright --help')).toBe(
      `run "${named}" for podwright:index:Pod, see /opt/podwright --help`,
    );
    const { err } = await commandLine(["recover", "--none"]);
    expect(err).toContain(`hint: "${named} --help" lists its arguments and flags`);
    expect((await commandLine(["recover", "--help"])).out).toContain(`&& ${named} && pulumi up`);
  });
});
