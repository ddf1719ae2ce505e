import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { costText } from "../cli/cost/render";
import { driftText } from "../cli/drift/render";
import { asMarkdown, onTerminal } from "../cli/output/report";
import { connect } from "../client";
import { type Emulator, startEmulator } from "../emulator";
import { commentSvg } from "./generate/comment-svg";
import { cost, drift } from "./generate/sample-reports";
import { type Line, terminalSvg } from "./generate/terminal-svg";

// Draws the pages' pictures anew: the demo's terminal, a drift table, a comment on a pull request, and the emulator's
// page. `npm run pictures -- drift.svg` draws only this picture. The code of the commands draws the pictures of
// reports, from sample reports.

const repository = path.resolve(__dirname, "..");
const folder = path.join(repository, "docs/pictures");

async function main(): Promise<void> {
  const pictures: Readonly<Record<string, (file: string) => void | Promise<void>>> = {
    "drift.svg": (file) => writeFileSync(file, terminalSvg("$ podwright drift --unmanaged", driftTable())),
    "pull-request.svg": (file) => writeFileSync(file, commentSvg("github-actions", pullRequest())),
    "demo.svg": async (file) => writeFileSync(file, terminalSvg("$ npm run demo", await demo())),
    "console.png": photographConsole,
  };
  const wanted = process.argv.slice(2);
  for (const [name, draw] of Object.entries(pictures))
    if (wanted.length === 0 || wanted.includes(name)) await draw(path.join(folder, name));
}

/** Draws the table of `podwright drift` on a terminal, with the code of the command. */
function driftTable(): Line[] {
  const printed = onTerminal(driftText(drift), { colors: { out: true, err: true }, terminal: { columns: 112 } });
  return printed
    .trimEnd()
    .split("\n")
    .map((text) => ({ at: 0, text }));
}

/** Draws the comment of the GitHub Action, with the code of the commands. */
function pullRequest(): string {
  const preview = [
    " +-podwright:index:Pod: (replace) web",
    "     web: is replaced because of gpu.id (a pod cannot change its GPU)",
    '   ~ gpu.id    : "NVIDIA L4" => "NVIDIA GeForce RTX 4090"',
    " ~ podwright:index:ServerlessEndpoint: (update) jobs",
    "   ~ workersMax: 1 => 3",
  ];
  const fence = ["## Preview", "", "```text", ...preview, "```"].join("\n");
  return [fence, asMarkdown(costText(cost)), asMarkdown(driftText(drift))].join("\n\n");
}

/** Returns every line that the demo prints. */
async function demo(): Promise<Line[]> {
  const start = performance.now();
  const lines: Line[] = [];
  const child = spawn("node", ["dist/examples/demo/main.js"], {
    cwd: repository,
    env: { ...process.env, FORCE_COLOR: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  for await (const text of createInterface(child.stdout)) lines.push({ at: performance.now() - start, text });
  const code = await ended;
  if (code !== 0) throw new Error(`The demo ended with exit code ${code}. Run it by hand: npm run demo`);
  return lines;
}

async function photographConsole(file: string): Promise<void> {
  const { thisMachine } = await import("../toolchain/lib/machine.mjs");
  const { chromium: tool } = await import("../toolchain/lib/test-tools/tools.mjs");
  const executablePath = tool.find(thisMachine());
  if (executablePath === undefined) throw new Error(`There is no ${tool.name} here. ${tool.advice}`);
  const now = Date.UTC(2026, 5, 1, 12);
  const emulator = await startEmulator({ now: () => now });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    await fillAccount(emulator);
    const page = await browser.newPage({ viewport: { width: 1200, height: 640 } });
    await page.goto(`${emulator.url}/_emulator/`);
    await page.locator("#connection", { hasText: "Live" }).waitFor();
    await page.screenshot({ path: file });
  } finally {
    await browser.close();
    await emulator.close();
  }
}

/** Starts two pods and an endpoint that works off its queue. */
async function fillAccount(emulator: Emulator): Promise<void> {
  const platform = connect({ apiKey: emulator.apiKey, baseUrl: emulator.url, serverlessUrl: emulator.url });
  try {
    const image = "vllm/vllm-openai:v0.11.0";
    const template = await platform.templates.create({ name: "worker", image, serverless: true });
    const workers = { workersMin: 1, workersMax: 3 };
    const endpoint = { name: "llm", templateId: template.id, gpuIds: "AMPERE_80", ...workers };
    const { id } = await platform.endpoints.create(endpoint);
    for (const [name, gpu, count] of [
      ["notebook", "NVIDIA GeForce RTX 4090", 1],
      ["trainer", "NVIDIA H100 80GB HBM3", 2],
    ] as const)
      await platform.pods.create({ name, image: "nginx:1.29", gpu: { id: gpu, count } });
    emulator.advance(3 * 3_600_000);
    emulator.handle("*", () => ({ output: "done", durationMs: 20_000 }));
    for (let prompt = 1; prompt <= 12; prompt++) await platform.jobs.run(id, { input: { prompt } });
    emulator.advance(70_000);
  } finally {
    await platform.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
