import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { pyright, sdkPython } from "../../../toolchain/lib/test-tools/tools.mjs";
import { temporaryFolder } from "../../support/temporary-folder";
import { repository } from "../harness/repository";
import { toolOrSkip } from "../harness/tools";
import { programsOfPages, programsOfSchema } from "./programs";

/** Values as the pages write them. A type that allows only the SDK's enumerations would refuse these texts. */
const texts = `
import pulumi_podwright as podwright

podwright.Pod("web", image="nginx", gpu={"id": "NVIDIA L4"}, cloud="SECURE", desired_status="EXITED")
podwright.NetworkVolume("data", size=10, data_center="EU-RO-1", type="STANDARD")
podwright.Template("worker", image="worker", category="NVIDIA")
podwright.Cluster("pair", type="TRAINING", compute={"gpu_type_id": "NVIDIA L4", "gpu_count_per_pod": 1, "pod_count": 2})
podwright.ServerlessEndpoint(
    "jobs",
    template_id="worker",
    type="QB",
    gpu_ids="ADA_24",
    scaler_type="QUEUE_DELAY",
    flash_boot_type="OFF",
    drain={"queued": "process", "in_progress": "wait"},
)
podwright.ModelServer("chat", model="m", gpu_ids="ADA_24", scaler_type="QUEUE_DELAY", blue_green_on=["image"])
podwright.get_gpu_types(product="POD", cloud="SECURE")
podwright.get_billing(subject="pods", bucket_size="day")
`;

test("every Python program of the pages and examples passes mypy's strict check", (context) => {
  const { python, folder, files } = allPrograms(context);
  const args = ["-m", "mypy", "--strict", "--cache-dir", join(folder, "cache"), ...files];
  const { stdout } = spawnSync(python, args, { cwd: folder, encoding: "utf8" });
  expect(stdout).toBe(`Success: no issues found in ${files.length} source files\n`);
});

test("every Python program of the pages and examples passes pyright", (context) => {
  const { python, folder, files } = allPrograms(context);
  const [program, settings] = [toolOrSkip(pyright, context), join(folder, "pyrightconfig.json")];
  writeFileSync(
    settings,
    JSON.stringify({ typeCheckingMode: "standard", include: files.map((file) => basename(file)) }),
  );
  const args = [program, "--pythonpath", python, "--project", settings];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  expect(stdout.trim()).toBe("0 errors, 0 warnings, 0 informations");
});

test("mypy finds in the Python package only the errors of Pulumi's generator, and the page about limits counts them", (context) => {
  const python = toolOrSkip(sdkPython, context);
  const args = ["-m", "mypy", "--cache-dir", join(temporaryFolder("mypy"), "cache"), "pulumi_podwright"];
  const { stdout } = spawnSync(python, args, { cwd: join(repository, "sdk/python"), encoding: "utf8" });
  const found = stdout.split("\n").filter((line) => line.includes(": error: "));
  const ofTheGenerator =
    /_utilities\.py:\d+: error: Incompatible return value|error: Incompatible types in assignment|error: Argument 1 to "secret" of "Output"/;
  expect(found.filter((line) => !ofTheGenerator.test(line))).toEqual([]);
  const [, counted] = /mypy finds (\d+) errors/.exec(readFileSync(join(repository, "docs/limits.md"), "utf8")) ?? [];
  expect(found).toHaveLength(Number(counted));
});

/** Copies all programs into one folder. Each gets the name of its page, because the tools refuse two modules of one name. */
function allPrograms(context: TestContext) {
  const python = toolOrSkip(sdkPython, context);
  const folder = temporaryFolder("python-types");
  const files: string[] = [];
  const fileFor = (source: string) => {
    const file = join(folder, `p${files.length}_${source.replace(/\W+/g, "_")}.py`);
    files.push(file);
    return file;
  };
  for (const [page, programs] of programsOfPages("python"))
    for (const text of programs) writeFileSync(fileFor(page), text);
  const examples = ["examples/python", "examples/model-server/python"].map((place) =>
    join(repository, place, "__main__.py"),
  );
  for (const source of [...examples, ...programsOfSchema(".py")])
    cpSync(source, fileFor(source.slice(repository.length)));
  writeFileSync(fileFor("texts"), texts);
  return { python, folder, files };
}
