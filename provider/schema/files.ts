import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allComponents } from "../components/components";
import { functions } from "../functions";
import { allResources } from "../kinds/kinds";
import { documentationOf, homeOf, type Manifest } from "./package/home";
import { packageSpec } from "./package/package";
import { describe, readPage } from "./page";
import { exampleOf, fileName } from "./programs";
import { dynamicModule } from "./typescript/module";

/** Returns the text of `schema.json`, from the definitions and pages of this repository. */
export function schemaText(repository: string): string {
  const manifest = manifestOf(repository);
  const spec = packageSpec({
    version: manifest.version,
    license: manifest.license,
    home: homeOf(manifest),
    description: "Pods, serverless endpoints and network volumes of RunPod, the GPU cloud, declared in any language.",
    describe: (kind) => descriptionOf(repository, kind),
    functions: functions.map((one) => ({
      ...one,
      description: describe(one.description, exampleOf(repository, one.name)),
    })),
  });
  return `${JSON.stringify(spec, null, 2)}\n`;
}

function manifestOf(repository: string) {
  return JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as Manifest & {
    readonly version: string;
    readonly license: string;
  };
}

/** Returns the text of the module with the npm package's classes and functions. */
export function dynamicModuleText(repository: string): string {
  return dynamicModule((kind) => summaryOf(pageOf(repository, kind).prose));
}

/** Returns the first paragraph of a page. */
function summaryOf(prose: string): string {
  return prose.split("\n\n")[0] ?? "";
}

function pageOf(repository: string, kind: string) {
  const name = fileName(kind);
  const isComponent = allComponents.some((component) => component.kind === kind);
  const page = isComponent ? join("docs", `${name}.md`) : join("provider/kinds", name, `${name}.md`);
  return readPage(readFileSync(join(repository, page), "utf8"), documentationOf(homeOf(manifestOf(repository))));
}

/** Returns the description of a kind: the text of its page, and its program in every language. */
function descriptionOf(repository: string, kind: string): string {
  const page = pageOf(repository, kind);
  return describe(page.prose, exampleOf(repository, kind), importsOf(kind, page.imports));
}

/** Returns the import command and the page's text about imports, if the engine can import the kind. */
function importsOf(kind: string, prose: string | undefined): string | undefined {
  const list = allResources.find((resource) => resource.kind === kind)?.list;
  const command = `Import an existing ${kind} by its id on RunPod:\n\n\`\`\`sh\npulumi import podwright:index:${kind} <name> <id>\n\`\`\``;
  const parts = [...(list === undefined ? [] : [command]), ...(prose === undefined ? [] : [prose])];
  return parts.length === 0 ? undefined : parts.join("\n\n");
}
