// Runs the installer in its own process, so that Podwright can end an installer that hangs.
import { PulumiCommand } from "@pulumi/pulumi/automation/index.js";

try {
  await PulumiCommand.install({ root: String(process.argv[2]) });
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
}
