import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { functions } from "../../provider/functions";
import { fieldTable, inputTable } from "./property-table";

const languages = ["typescript", "python", "yaml"] as const;

type Programs = Readonly<Record<(typeof languages)[number], string>>;

/** Every function: its purpose, arguments, result, and a program in each language. */
export function functionSections(): string {
  const file = path.resolve(__dirname, "../../provider/schema/examples/functions.yaml");
  const shown = parse(readFileSync(file, "utf8")) as Readonly<Record<string, Programs>>;
  return functions
    .map(({ name, description, args, result }) => {
      const programs = shown[name];
      if (programs === undefined) throw new Error(`functions.yaml has no program for ${name}`);
      const examples = languages.map((language) => block(language, programs[language]));
      const taken = Object.keys(args.shape).length === 0 ? "It takes no arguments." : inputTable(args);
      return [
        `## ${name}`,
        description,
        ...examples,
        taken,
        fieldTable(result).replace("| Field |", "| Result |"),
      ].join("\n\n");
    })
    .join("\n\n");
}

/** Programs in TypeScript use the npm package, as on all pages. It has the same functions as the plugin's SDK. */
function block(language: string, program: string): string {
  const own = program.replace('from "pulumi-podwright"', 'from "podwright"');
  return `\`\`\`${language}\n${own.trimEnd()}\n\`\`\``;
}
