import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { filesIn, hashFiles, writeWhole } from "../files.mjs";
import { findExecutable, repositoryFolder, searchPath } from "../machine.mjs";
import { goTool } from "./go-tool.mjs";

/** @typedef {import("../machine.mjs").Machine} Machine */
/** @typedef {import("./tools.mjs").TestTool} TestTool */

const MAVEN_MS = 600_000;
const JUNIT = "org.junit.platform:junit-platform-console-standalone:1.11.4";
const DEPENDENCY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";

/** Pulumi's language host for Java. It also generates the SDK for Java. */
export const javaHost = goTool(
  "Pulumi's language host for Java",
  "java",
  "github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java",
);

const sdk = path.join(repositoryFolder, "sdk/java");
const ready = "podwright-ready";

/** @param {Machine} machine */
const folderIn = ({ cacheFolder }) => path.join(cacheFolder, "java-sdk", hashFiles(sdk, filesIn(sdk)).slice(0, 16));

/**
 * The folder with the jar of the SDK for Java and all jars that it needs. Its folder `junit` has JUnit. A changed SDK gets a new folder.
 * @type {TestTool}
 */
export const javaSdk = {
  name: "SDK for Java of this clone",
  advice: "The tests of Java programs need it: install a JDK 11 or newer and Maven, and let Maven reach Maven Central.",
  find(machine) {
    const folder = folderIn(machine);
    return existsSync(path.join(folder, ready)) ? folder : undefined;
  },
  async make(machine) {
    const { env, signal, run, platform } = machine;
    const maven = findExecutable(platform === "win32" ? "mvn.cmd" : "mvn", searchPath(env));
    if (maven === undefined) return "there is no Maven on this machine";
    const folder = folderIn(machine);
    // Maven builds a copy, because it writes files beside the sources.
    const copy = mkdtempSync(path.join(os.tmpdir(), "podwright-java-"));
    try {
      cpSync(sdk, copy, { recursive: true });
      const options = { cwd: copy, env, signal, timeoutMs: MAVEN_MS, label: "building the SDK for Java" };
      const commands = [
        ["package", `${DEPENDENCY}:copy-dependencies`, `-DoutputDirectory=${folder}`],
        [`${DEPENDENCY}:copy`, `-Dartifact=${JUNIT}`, `-DoutputDirectory=${path.join(folder, "junit")}`],
      ];
      for (const command of commands) {
        const { ok, problem } = await run(maven, ["-B", "-q", ...command], options);
        if (!ok) return problem;
      }
      const { version } = JSON.parse(readFileSync(path.join(repositoryFolder, "package.json"), "utf8"));
      const jar = `podwright-${version}.jar`;
      cpSync(path.join(copy, "target", jar), path.join(folder, jar));
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
    writeWhole(path.join(folder, ready), "");
    return "";
  },
};
