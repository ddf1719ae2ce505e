import path from "node:path";
import type { ZodObject } from "zod";
import { functions } from "../../provider/functions";
import { podOutputSchema } from "../../provider/kinds/pod/outputs";
import { exampleOf } from "../../provider/schema/programs";
import { otherPrograms } from "./programs";
import { inputTable, resultTable } from "./property-table";

const repository = path.resolve(__dirname, "../..");

/** Writes a section for every function: its purpose, its arguments, its result, and a program in each language. */
export function functionSections(): string {
  return functions
    .map(({ name, description, args, result }) => {
      // Programs in TypeScript use the npm package, which has the same functions as the plugin's SDK.
      const program = exampleOf(repository, name).typescript.replace('from "pulumi-podwright"', 'from "podwright"');
      const taken = Object.keys(args.shape).length === 0 ? "It takes no arguments." : inputTable(args);
      return [
        `## ${name}`,
        description,
        `\`\`\`typescript\n${program}\`\`\``,
        otherPrograms(name),
        taken,
        resultTable(result, (name) => shapeLink(name, result)),
      ].join("\n\n");
    })
    .join("\n\n");
}

/** The page of shapes describes results that have the shape of a pod's output. */
function shapeLink(name: string, { shape }: ZodObject): string | undefined {
  const { placement, globalNetwork, portMappings } = podOutputSchema.shape;
  const isShape = [placement, globalNetwork, portMappings].some((output) => output === shape[name]);
  return isShape ? `[Its fields](outputs.md#${name.toLowerCase()}-of-a-pod)` : undefined;
}
