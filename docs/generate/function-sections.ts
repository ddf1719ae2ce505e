import path from "node:path";
import { functions } from "../../provider/functions";
import { exampleOf } from "../../provider/schema/programs";
import { otherPrograms } from "./programs";
import { fieldTable, inputTable } from "./property-table";

const repository = path.resolve(__dirname, "../..");

/** Every function: its purpose, arguments, result, and a program in each language. */
export function functionSections(): string {
  return functions
    .map(({ name, description, args, result }) => {
      // Programs in TypeScript use the npm package, as on all pages. It has the same functions as the plugin's SDK.
      const program = exampleOf(repository, name).typescript.replace('from "pulumi-podwright"', 'from "podwright"');
      const taken = Object.keys(args.shape).length === 0 ? "It takes no arguments." : inputTable(args);
      return [
        `## ${name}`,
        description,
        `\`\`\`typescript\n${program}\`\`\``,
        otherPrograms(name),
        taken,
        fieldTable(result).replace("| Field |", "| Result |"),
      ].join("\n\n");
    })
    .join("\n\n");
}
