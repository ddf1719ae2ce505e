import { goModuleOf } from "./home";

/** Oldest SDK of Pulumi for Node.js and Python that can ask whether a resource exists, as the generated SDKs do. */
const oldestSdk = "3.269.0";
const pulumiJava = "1.16.0";

/** Returns the name and the requirements of each language's SDK. */
export const languageOf = (home: string | undefined, description: string) => ({
  nodejs: {
    packageDescription: description,
    packageName: "pulumi-podwright",
    respectSchemaVersion: true,
    dependencies: { "@pulumi/pulumi": `^${oldestSdk}` },
    devDependencies: { "@types/node": "^22", typescript: "^5.9.0" },
  },
  python: {
    packageName: "pulumi_podwright",
    respectSchemaVersion: true,
    pyproject: { enabled: true },
    pythonRequires: ">=3.10",
    requires: { pulumi: `>=${oldestSdk},<4.0.0` },
    inputTypes: "classes-and-dicts",
  },
  go: {
    importBasePath: `${goModuleOf(home)}/podwright`,
    modulePath: goModuleOf(home),
    respectSchemaVersion: true,
    generateResourceContainerTypes: true,
  },
  csharp: {
    // NuGet reserves names that begin with "Pulumi." for Pulumi.
    rootNamespace: "Podwright",
    namespaces: { podwright: "RunPod" },
    packageReferences: { Pulumi: "3.*" },
    respectSchemaVersion: true,
  },
  java: {
    // The generator adds the package's name: programs import `com.podwright.Pod`.
    basePackage: "com",
    buildFiles: "none",
    dependencies: { "com.pulumi:pulumi": pulumiJava },
  },
});
