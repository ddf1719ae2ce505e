import path from "node:path";
import { exampleOf, type Language, languages } from "../../provider/schema/programs";

const repository = path.resolve(__dirname, "../..");

/** The languages of the plugin's SDKs. The page itself contains the program in TypeScript. */
const others: readonly Language[] = ["python", "go", "java", "csharp", "yaml"];

/**
 * Writes the program of a resource, component or function in each of the other languages, behind the name of the
 * language.
 */
export function otherPrograms(kind: string): string {
  const example = exampleOf(repository, kind);
  return others
    .map((language) => {
      const { name } = languages[language];
      return `<details><summary>${name}</summary>\n\n\`\`\`${language}\n${example[language]}\`\`\`\n\n</details>`;
    })
    .join("\n\n");
}
