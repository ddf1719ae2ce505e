import { createRequire } from "node:module";
import { join } from "node:path";
import { engineCommand, runOperation } from "../harness/stack/engine";
import type { TestStack } from "../harness/stack/stack";

const gpu = { id: "NVIDIA L4" };

/**
 * Deploys a pod whose options and secrets come from a transformation and a transform of the stack, with the stack's own
 * SDK. The program runs in the test's process, because the language host that is built from public modules is too old
 * for a stack's transforms.
 */
export async function deployTransformed(stack: TestStack, secret: string) {
  return await deployInProcess(stack, ({ pulumi, Pod }) => {
    pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
      type === "pulumi:pulumi:Stack" ? undefined : { props: { ...props, args: pulumi.secret(secret) }, opts },
    );
    pulumi.runtime.registerResourceTransform(({ props, opts }) => ({
      props: { ...props, env: { TOKEN: secret } },
      opts: pulumi.mergeOptions(opts, { customTimeouts: { create: "3s" }, replaceOnChanges: ["env.TOKEN"] }),
    }));
    new Pod("web", { image: "nginx", gpu });
  });
}

/** Deploys two pods. Transforms of the stack give the second pod an `env` after Podwright's own transform has run. */
export async function deployTransformedLate(stack: TestStack, env: Readonly<Record<string, string>>) {
  return await deployInProcess(stack, async ({ pulumi, Pod }) => {
    pulumi.runtime.registerResourceTransform(() => undefined);
    const first = new Pod("first", { image: "nginx", gpu });
    await new Promise((resolve) => first.id.apply(resolve));
    pulumi.runtime.registerResourceTransform(({ props, opts }) => ({ props: { ...props, env }, opts }));
    new Pod("web", { image: "nginx", gpu });
  });
}

interface Packages extends Pick<typeof import("../../../provider/hosts/dynamic"), "Pod"> {
  readonly pulumi: typeof import("@pulumi/pulumi");
}

async function deployInProcess(stack: TestStack, program: (packages: Packages) => Promise<void> | void) {
  const load = createRequire(join(stack.dir, "index.js"));
  const pulumi = load("@pulumi/pulumi") as typeof import("@pulumi/pulumi");
  const { LocalWorkspace, Stack } = load("@pulumi/pulumi/automation") as typeof import("@pulumi/pulumi/automation");
  const { Pod } = load("podwright") as typeof import("../../../provider/hosts/dynamic");
  const workspace = await LocalWorkspace.create({
    workDir: stack.dir,
    envVars: (await stack.environment()) as Record<string, string>,
    pulumiCommand: await engineCommand(),
    program: async () => await program({ pulumi, Pod }),
  });
  return await runOperation(async (watch) => (await Stack.select("test", workspace)).up(watch));
}
