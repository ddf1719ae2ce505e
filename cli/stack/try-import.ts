import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRecord } from "../../kernel/values";
import { isMarked } from "../../provider/hosts/properties/secret-mark";
import { projectOf } from "../../provider/hosts/properties/urn";
import type { CommandContext } from "../context/context";
import { Stack } from "./stack";
import { type Deployment, type ExportedState, resourcesIn, stackOf } from "./state";

/**
 * Throws an error with Pulumi's reason if Pulumi refuses a state. For this test, it imports the state into a stack of
 * the same name in a temporary backend, without secrets, because Pulumi's check does not depend on them.
 */
export async function tryImport(state: ExportedState, context: CommandContext): Promise<void> {
  const [first] = resourcesIn(state);
  const name = stackOf(first?.urn);
  if (first === undefined || name === undefined) return;
  const folder = await mkdtemp(join(tmpdir(), "podwright-"));
  try {
    await writeFile(join(folder, "Pulumi.yaml"), JSON.stringify({ name: projectOf(first.urn), runtime: "yaml" }));
    const env = {
      ...context.env,
      PULUMI_HOME: folder,
      PULUMI_BACKEND_URL: "file://.",
      PULUMI_CONFIG_PASSPHRASE: "trial",
      PULUMI_CONFIG_PASSPHRASE_FILE: undefined,
      PULUMI_OPTION_STACK: undefined,
      PULUMI_OPTION_CONFIG_FILE: undefined,
    };
    const stack = new Stack({ cwd: folder, stack: name }, { ...context, env });
    await stack.init();
    await stack.import(JSON.stringify(withoutSecrets(state)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function withoutSecrets({ deployment, ...rest }: ExportedState): ExportedState {
  const { secrets_providers: _, ...open } = deployment ?? {};
  return { ...rest, deployment: unsealed(open) as Deployment };
}

function unsealed(value: unknown): unknown {
  if (isMarked(value)) return null;
  if (Array.isArray(value)) return value.map(unsealed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unsealed(inner)]));
}
