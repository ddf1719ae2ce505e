import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { afterAll, test as anyTest, beforeAll, expect } from "vitest";
import { chromium, siteGenerator } from "../../toolchain/lib/test-tools/tools.mjs";
import { isMissing } from "../e2e/harness/tools";
import { listen } from "../support/listen";
import { Browser } from "./harness";

const test = anyTest.skipIf(isMissing(chromium, siteGenerator));
const repository = join(__dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "podwright-site-"));

let server: Server;
let url: string;
let browser: Browser;

beforeAll(async () => {
  if (isMissing(chromium, siteGenerator)) return;
  const program = join(repository, "toolchain/site/site.mjs");
  execFileSync(process.execPath, [program, "--base", "/podwright/", "--out", folder], { stdio: "pipe" });
  server = createServer((request, response) => {
    const file = fileAt(new URL(request.url ?? "", url).pathname);
    if (file === undefined) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    return createReadStream(file).pipe(response);
  });
  url = await listen(server);
  browser = await Browser.launch();
}, 600_000);
afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const types: Readonly<Record<string, string>> = {
  ...{
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".md": "text/plain",
  },
};

/** The file that a host of static pages serves under an address. */
function fileAt(address: string): string | undefined {
  const path = join(folder, decodeURIComponent(address).replace(/^\/podwright\//, ""));
  return [path, join(path, "index.html")].find((file) => existsSync(file) && statSync(file).isFile());
}

test("a reader can search the site, follow links and switch the colours", async () => {
  const page = await browser.context.newPage();
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${url}/podwright/`);
  const isDark = () => page.evaluate("document.documentElement.classList.contains('dark')");
  const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");

  const light = { dark: await isDark(), ground: await ground() };
  await page.locator(".VPNavBarAppearance button").click();
  await expect.poll(isDark).toBe(true);
  expect(light.dark).toBe(false);
  await expect.poll(ground).not.toBe(light.ground);

  await page.getByRole("button", { name: "Search" }).first().click();
  await page.getByRole("searchbox").fill("rotating a password");
  await page.locator(".VPLocalSearchBox .result").first().click();
  await page.waitForURL("**/provider/kinds/registry-credential/registry-credential.html#rotating-a-password");
  expect(await isDark()).toBe(true);

  await page.locator(".VPSidebar").getByRole("link", { name: "Moving from another provider or tool" }).click();
  await page.getByRole("heading", { level: 1, name: "Moving from another provider" }).waitFor();
  await page.locator(".vp-doc").getByRole("link", { name: "the table of pods" }).click();
  await page.waitForURL("**/provider/kinds/pod/pod.html#what-a-change-means");
  await page.getByRole("heading", { name: "What a change means" }).waitFor();

  await page.goto(`${url}/podwright/docs/`);
  await page.locator(".diagram svg").getByText("Pulumi engine").waitFor();
  await page.goto(`${url}/podwright/api/`);
  await page.locator(".vp-doc").getByRole("link", { name: "connect", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "connect" }).waitFor();
  await page.goto(`${url}/podwright/api/interfaces/Pods.html`);
  await page.getByText("Promise<Pod | undefined>").first().getByRole("link", { name: "Pod", exact: true }).click();
  await page.getByRole("heading", { name: "actions" }).waitFor();
  expect(browser.requests.filter((request) => !/^data:/.test(request) && !request.startsWith(url))).toEqual([]);
  expect(browser.complaints).toEqual([]);
});

test("every link within the site leads to an existing page and heading", () => {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".html"));
  const texts = new Map(pages.map((page) => [join(folder, page), readFileSync(join(folder, page), "utf8")]));
  const broken = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/<a [^>]*?href="([^"]+)"/g)]
      .map(([, link = ""]) => new URL(link, `https://site/podwright${file.slice(folder.length)}`))
      .filter(({ host }) => host === "site")
      .filter(({ pathname, hash }) => {
        const target = fileAt(pathname);
        return (
          target === undefined ||
          (hash !== "" && !texts.get(target)?.includes(`id="${decodeURIComponent(hash.slice(1))}"`))
        );
      })
      .map(({ pathname, hash }) => `${file.slice(folder.length)}: ${pathname}${hash}`),
  );
  expect(texts.size).toBeGreaterThan(50);
  expect(broken).toEqual([]);
  const listed = [...readFileSync(join(folder, "llms.txt"), "utf8").matchAll(/\]\((\S+)\)/g)].map(
    ([, page = ""]) => page,
  );
  expect(listed.filter((page) => fileAt(`/podwright/${page}`) === undefined)).toEqual([]);
});
