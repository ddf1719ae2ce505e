/** One program in several languages, by the name that Pulumi's documentation has for each. */
export type Example = Readonly<Partial<Record<"typescript" | "python" | "go" | "csharp" | "java" | "yaml", string>>>;

/** The parts of a resource's page that the schema repeats. */
export interface Page {
  /** The prose: no title, no program, none of the tables that the schema itself replaces. */
  readonly prose: string;
  /** The program the page begins with. */
  readonly program: string | undefined;
  /** The page's section about imports, if it has one. */
  readonly imports: string | undefined;
}

/** Sections whose content every reader of the schema gets from the schema itself. */
const tabulated = new Set(["Inputs", "Outputs", "What a change means", "In other languages"]);

export function readPage(markdown: string): Page {
  const [introduction = "", ...sections] = markdown.replace(/^# .*\n/, "").split(/^(?=## )/m);
  const kept = sections.filter((section) => !tabulated.has(titleOf(section)) && titleOf(section) !== "Import");
  const imports = sections.find((section) => titleOf(section) === "Import")?.replace(/^.*\n/, "");
  const program = /^```ts\n(.*?)^```$/ms.exec(introduction)?.[1];
  const prose = [withoutPrograms(introduction), ...kept.map(asTypeScript)].map(clean);
  return { prose: prose.join("\n\n"), program: program && forPlugin(program), imports: imports && clean(imports) };
}

/** A description: the prose, the example in the way that each language's SDK finds its own, and last how to import. */
export function describe(prose: string, example: Example, imports?: string): string {
  const programs = Object.entries(example).map(([language, text]) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``);
  return [prose, ...shown(programs), ...(imports === undefined ? [] : ["## Import", imports])].join("\n\n");
}

function shown(programs: readonly string[]): readonly string[] {
  if (programs.length === 0) return [];
  return [
    "{{% examples %}}",
    "## Example Usage",
    "{{% example %}}",
    ...programs,
    "{{% /example %}}",
    "{{% /examples %}}",
  ];
}

function titleOf(section: string): string {
  return /^## (.*)/.exec(section)?.[1]?.trim() ?? "";
}

function withoutPrograms(text: string): string {
  return text.replace(/^```.*?^```\n/gms, "").replace(/\n{3,}/g, "\n\n");
}

/** SDKs of other languages leave it out. */
function asTypeScript(text: string): string {
  return text.replaceAll(/^```ts$/gm, "```typescript");
}

function clean(text: string): string {
  return withoutLinks(text).trim();
}

/** A path inside the repository leads nowhere from an SDK. */
function withoutLinks(text: string): string {
  return text.replace(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, "$1");
}

/** Both hosts have the same resources with the same arguments: only the package's name differs. */
function forPlugin(program: string): string {
  return program.replaceAll(/from "podwright(\/components)?"/g, 'from "pulumi-podwright"');
}
