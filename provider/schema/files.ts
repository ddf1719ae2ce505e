import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { allComponents } from "../components/components";
import { functions } from "../functions";
import { allResources } from "../kinds/kinds";
import { homeOf, type Manifest } from "./package/home";
import { packageSpec } from "./package/package";
import { describe, type Example, readPage } from "./page";
import { dynamicModule } from "./typescript/module";

/** Returns the text of `schema.json`, from the definitions and pages of this repository. */
export function schemaText(repository: string): string {
  const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as Manifest & {
    version: string;
    license: string;
  };
  const shown = parse(readFileSync(join(repository, "provider/schema/examples/functions.yaml"), "utf8")) as Record<
    string,
    Example
  >;
  const spec = packageSpec({
    version: manifest.version,
    license: manifest.license,
    home: homeOf(manifest),
    description: "Pods, serverless endpoints and network volumes of RunPod, the GPU cloud, declared in any language.",
    describe: (kind) => descriptionOf(repository, kind),
    functions: functions.map((one) => ({ ...one, description: describe(one.description, shown[one.name] ?? {}) })),
  });
  return `${JSON.stringify(spec, null, 2)}\n`;
}

/** Returns the text of the module with the npm package's classes and functions. */
export function dynamicModuleText(repository: string): string {
  return dynamicModule((kind) => summaryOf(pageOf(repository, kind).prose));
}

/** Returns the first paragraph. */
function summaryOf(prose: string): string {
  return prose.split("\n\n")[0] ?? "";
}

function pageOf(repository: string, kind: string) {
  const name = fileName(kind);
  const isComponent = allComponents.some((component) => component.kind === kind);
  const page = isComponent ? join("docs", `${name}.md`) : join("provider/kinds", name, `${name}.md`);
  return readPage(readFileSync(join(repository, page), "utf8"));
}

/**
 * Returns a resource's description: its page with the program in TypeScript, and the programs in other languages from
 * the examples.
 */
function descriptionOf(repository: string, kind: string): string {
  const name = fileName(kind);
  const page = pageOf(repository, kind);
  const program = (extension: string) => {
    const file = join(repository, "provider/schema/examples", `${name}.${extension}`);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  };
  const programs = {
    typescript: page.program,
    python: program("py"),
    go: program("go"),
    csharp: program("cs"),
    java: program("java"),
    yaml: program("yaml"),
  };
  const example: Example = Object.fromEntries(Object.entries(programs).filter(([, text]) => text !== undefined));
  return describe(page.prose, example, importsOf(kind, page.imports));
}

/** Returns the import command and the page's text about imports, if the engine can import the kind. */
function importsOf(kind: string, prose: string | undefined): string | undefined {
  const list = allResources.find((resource) => resource.kind === kind)?.list;
  const command = `Import one by its RunPod id:\n\n\`\`\`sh\npulumi import podwright:index:${kind} <name> <id>\n\`\`\``;
  const parts = [...(list === undefined ? [] : [command]), ...(prose === undefined ? [] : [prose])];
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

/** Returns the file name of a kind, such as `serverless-endpoint` for `ServerlessEndpoint`. */
export function fileName(kind: string): string {
  return kind.replace(/(?<!^)[A-Z]/g, "-$&").toLowerCase();
}
