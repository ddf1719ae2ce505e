import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { programLanguages } from "../e2e/harness/guide/follow";
import { anchorOf } from "../e2e/harness/guide/sections";
import { sections } from "./client-page";
import { blocksOf } from "./support/blocks";
import { fromSources, programOf } from "./support/page-program";
import { typeErrorsIn } from "./support/types";

const repository = resolve(__dirname, "../..");
const read = (file: string) => readFileSync(join(repository, file), "utf8");
const filesIn = (folder: string, end: string) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(end) && !name.includes("node_modules"))
    .map((name) => `${folder}/${name}`);

const guides = filesIn("docs", ".md");
const resourcePages = filesIn("provider/kinds", ".md");

/** Pages with partial programs, of which this file checks the types. */
const detailed = [
  "README.md",
  "docs/waiting.md",
  "docs/replacing.md",
  "docs/draining.md",
  "docs/model-server.md",
  "docs/outputs.md",
  ...resourcePages,
];

/** Programs for copying: Pulumi runs them in other tests without a type check. */
const copied = ["model-server", "promotion", "pipelines/stack", "emulator-in-ci"].map(
  (name) => `examples/${name}/index.ts`,
);

/** The page of Pulumi's registry shows the package of the registry, and the emulator's page says how to install the emulator. */
const elsewhere = ["docs/_index.md: pulumi-podwright", "docs/emulator.md: podwright-emulator"];

/** Words of users, and a page that answers them. */
const searched: Readonly<Record<string, string>> = {
  ...{ interruptible: "docs/limits.md", preempt: "docs/limits.md", "out of stock": "docs/troubleshooting.md" },
  ...{ OOM: "docs/troubleshooting.md", "137": "docs/troubleshooting.md", "524": "docs/troubleshooting.md" },
  ...{ zombie: "docs/troubleshooting.md", orphan: "docs/troubleshooting.md", leak: "docs/troubleshooting.md" },
  ...{ teardown: "docs/troubleshooting.md", rsync: "docs/recipes.md", RUNPOD_POD_ID: "provider/kinds/pod/pod.md" },
  ...{ "scale to zero": "docs/faq.md", canary: "docs/faq.md", aliases: "docs/faq.md", OIDC: "docs/faq.md" },
  ...{ torchrun: "docs/faq.md", SBOM: "SECURITY.md", checksum: "SECURITY.md", telemetry: "SECURITY.md" },
};

test("the TypeScript programs on pages have correct types", () => {
  const details = detailed.map((page) => [page, programOf(blocksOf(read(page), "ts"))]);
  const programs = copied.map((file) => [file, fromSources(read(file))]);
  const client = sections.map(({ anchor, program }) => [`docs/client.md-${anchor}`, program]);
  const functions = "docs/functions.md";
  const calls = blocksOf(read(functions), "typescript").map(({ text, line }) => [
    `${functions}-${line}`,
    fromSources(text),
  ]);
  // One run of the compiler, because it reads the libraries and Podwright itself each time.
  expect(typeErrorsIn(Object.fromEntries([...details, ...programs, ...client, ...calls]))).toEqual([]);
}, 120_000);

test("each page with commands or programs has a test", () => {
  const tests = filesIn("test", ".test.ts").filter((file) => file !== "test/docs/pages.test.ts");
  const sources = tests.map(read).join("\n");
  // Some tests run every page of a folder.
  const isNamed = (page: string) =>
    sources.includes(`${page.slice("docs/".length)}`) || sources.includes(`"../../${dirname(page)}")`);
  const nobodys = guides
    .filter((page) => blocksOf(read(page), ...programLanguages).length > 0)
    .filter((page) => !detailed.includes(page) && !isNamed(page));
  expect(nobodys).toEqual([]);
});

test("a page that names both npm packages says beside the second where to read who needs the plugin", () => {
  const both = [...guides, ...resourcePages, "README.md", ...filesIn("examples", ".md")].filter((page) => {
    const text = read(page);
    return text.includes("pulumi-podwright") && /from "podwright"|npm package/.test(text);
  });
  const beside = /hosts\.md[\s\S]{0,300}pulumi-podwright|pulumi-podwright[\s\S]{0,300}hosts\.md/;
  expect(both).toContain("docs/functions.md");
  expect(both.filter((page) => page !== "docs/hosts.md" && !beside.test(read(page)))).toEqual([]);
});

test("the TypeScript on every page imports only packages that the README installs", () => {
  const imported = ["README.md", ...guides, ...resourcePages, ...filesIn("examples", ".md")].flatMap((page) =>
    blocksOf(read(page), "ts", "typescript").flatMap(({ text }) =>
      [...text.matchAll(/from "([^"]+)"/g)].map(([, name = ""]) => `${page}: ${name}`),
    ),
  );
  expect(imported.length).toBeGreaterThan(30);
  const [, installed = ""] = /^npm install (.*?)\s*(?:#|$)/m.exec(read("README.md")) ?? [];
  expect(installed).toMatch(/podwright-\d.*\.tgz @pulumi\/pulumi/);
  const others = imported.filter((line) => !/: (podwright(\/[\w-]+)?|@pulumi\/pulumi|node:\w+)$/.test(line));
  expect(others).toEqual(elsewhere);
});

test.each(Object.entries(searched))("a reader who searches for %s finds it on %s", (word, page) => {
  expect(read(page).toLowerCase()).toContain(word.toLowerCase());
});

test("only RunPod's client and the probe of readiness open connections, as SECURITY.md says", () => {
  const opening = /\b(?:Agent|Pool|connect|fetch|request)\b[^;"]*from "(?:undici|node:(?:https?|http2|net|tls))"/;
  const opened = ["client", "provider", "cli", "kernel"].flatMap((folder) => filesIn(folder, ".ts"));
  const files = opened.filter((file) => opening.test(read(file)) || /(?<![.\w#])fetch\(/.test(read(file)));
  expect(files.toSorted()).toEqual(["client/http/connections.ts", "provider/waiting/probe.ts"]);
  expect(read("SECURITY.md")).toMatch(/sends no telemetry\. It connects only to RunPod/);
});

test("each untested command on a page has an allowed reason", () => {
  const skipped = guides.flatMap((page) =>
    [...read(page).matchAll(/^ *```(?:sh|console) skip\n([\s\S]*?)^ *```/gm)].map(([, text = ""]) => ({ page, text })),
  );
  // Maven fetches its plugins from a registry, which tests do not use.
  const reasons =
    /git clone|<key>|mvn |podwright[ -]emulator|docker compose|--help|completion|state (rm|delete)|vitest run|plugin run/;
  expect(skipped.filter(({ text }) => !reasons.test(text))).toEqual([]);
});

test("every link on a page has a target", () => {
  const index = read("docs/README.md");
  const pages = guides.filter((page) => dirname(page) === "docs" && page !== "docs/README.md");
  expect(pages.filter((page) => !index.includes(`](${page.slice("docs/".length)})`))).toEqual([]);
  const broken = [...guides, ...detailed, "llms.txt"].flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !/^https?:/.test(link) && !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("llms.txt lists every page once", () => {
  const entries = [...read("llms.txt").matchAll(/^- \[(.+)\]\((\S+)\): \S.*$/gm)].map(([, title, page = ""]) => [
    page,
    title,
  ]);
  const others = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
  const pages = [...guides, ...resourcePages, ...others].toSorted();
  expect(entries.map(([page]) => page).toSorted()).toEqual(pages);
  expect(entries).toEqual(entries.map(([page = ""]) => [page, titleOf(read(page))]));
});

/** Pages of Pulumi's registry have their title before the text. */
function titleOf(text: string): string | undefined {
  return /^# (.+)$/m.exec(text)?.[1] ?? /^title: (.+)$/m.exec(text)?.[1];
}

test("every answer in the FAQ links to the test that proves the answer", () => {
  const answers = read("docs/faq.md").split(/^## /m).slice(1);
  expect(answers.length).toBeGreaterThan(10);
  for (const answer of answers) expect(answer).toContain("](../test/");
});

function leadsSomewhere(page: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = join(repository, file === "" ? page : join(dirname(page), file));
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsIn(readFileSync(target, "utf8")).includes(anchor);
}

function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
}
