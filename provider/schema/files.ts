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

/** The text that `schema.json` has to have, from the definitions and the pages of this repository. */
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

/** The text that the module of the npm package's classes and functions has to have. */
export function dynamicModuleText(repository: string): string {
  return dynamicModule((kind) => summaryOf(pageOf(repository, kind).prose));
}

/** The first paragraph. */
function summaryOf(prose: string): string {
  return prose.split("\n\n")[0] ?? "";
}

function pageOf(repository: string, kind: string) {
  const name = fileName(kind);
  const isComponent = allComponents.some((component) => component.kind === kind);
  const page = isComponent ? join("docs", `${name}.md`) : join("provider/kinds", name, `${name}.md`);
  return readPage(readFileSync(join(repository, page), "utf8"));
}

/** The page is the dynamic resources' own, with its program in TypeScript; the other languages' lie beside it. */
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

/** The import command, if the engine can import the kind, and the page's text about it. */
function importsOf(kind: string, prose: string | undefined): string | undefined {
  const list = allResources.find((resource) => resource.kind === kind)?.list;
  const command = `Import one by its RunPod id:\n\n\`\`\`sh\npulumi import podwright:index:${kind} <name> <id>\n\`\`\``;
  const parts = [...(list === undefined ? [] : [command]), ...(prose === undefined ? [] : [prose])];
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

/** `ServerlessEndpoint` has its files under `serverless-endpoint`. */
export function fileName(kind: string): string {
  return kind.replace(/(?<!^)[A-Z]/g, "-$&").toLowerCase();
}
