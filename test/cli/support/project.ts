import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/temporary-folder";
import { FakePulumi } from "./fake-pulumi";

export interface HeldResource {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly protect?: boolean;
  readonly outputs?: object;
}

/** A Pulumi project `shop` whose stacks hold these resources. The first stack is selected. */
export function project(stacks: Readonly<Record<string, readonly HeldResource[]>>): {
  readonly cwd: string;
  readonly pulumi: FakePulumi;
} {
  const cwd = temporaryFolder("project");
  writeFileSync(join(cwd, "Pulumi.yaml"), "name: shop\nruntime: yaml\n");
  const pulumi = new FakePulumi({ deployment: { resources: [] } });
  pulumi.stacks(...Object.keys(stacks));
  for (const [stack, held] of Object.entries(stacks)) {
    const resources = held.map(({ kind, name, id, protect, outputs }) => {
      const type = `podwright:index:${kind}`;
      return { urn: `urn:pulumi:${stack}::shop::${type}::${name}`, type, id, custom: true, protect, outputs };
    });
    pulumi.another(stack, { deployment: { resources } });
  }
  return { cwd, pulumi };
}
