import { expect, test } from "vitest";
import { emulatorCommand } from "../../cli/emulator";

test("the command has a help text for every option", () => {
  const help = emulatorCommand().helpInformation();
  for (const option of [
    "--port",
    "--provision",
    "--start",
    "--rate-limit",
    "--save-endpoint",
    "--stream-shape",
    "--verbose",
  ])
    expect(help).toContain(option);
});

test.each([
  ["--port", "http"],
  ["--provision", "soon"],
  ["--rate-limit", "60 per minute"],
  ["--save-endpoint", "both"],
])("%s %s is refused", async (option, value) => {
  const command = emulatorCommand()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  await expect(command.parseAsync([option, value], { from: "user" })).rejects.toThrow(/argument/i);
});
