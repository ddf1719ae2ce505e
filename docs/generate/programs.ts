import path from "node:path";
import { exampleOf, type Language, languages } from "../../provider/schema/programs";

const repository = path.resolve(__dirname, "../..");

/** The languages of the plugin's SDKs. A page shows TypeScript itself. */
const others: readonly Language[] = ["python", "go", "java", "csharp", "yaml"];

/** The program of a resource, component or function in the other languages, each behind its name. */
export function otherPrograms(kind: string): string {
  const example = exampleOf(repository, kind);
  return others
    .map((language) => {
      const { name } = languages[language];
      return `<details><summary>${name}</summary>\n\n\`\`\`${language}\n${example[language]}\`\`\`\n\n</details>`;
    })
    .join("\n\n");
}
