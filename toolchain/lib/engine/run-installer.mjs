// A process of its own, so that an installer that hangs can be ended.
import { PulumiCommand } from "@pulumi/pulumi/automation/index.js";

await PulumiCommand.install({ root: String(process.argv[2]) });
