// Builds the documentation site from the pages of the repository: `npm run site -- --base /path/ --out FOLDER`.

import path from "node:path";
import { parseArgs } from "node:util";
import { main, repositoryFolder } from "../lib/machine.mjs";
import { ensureTestTools } from "../lib/test-tools/ensure.mjs";
import { siteGenerator } from "../lib/test-tools/tools.mjs";

await main(async (machine) => {
  const { values } = parseArgs({ options: { base: { type: "string" }, out: { type: "string" } } });
  const { base = "/", out = "build/site" } = values;
  await ensureTestTools(machine, [siteGenerator]);
  if (siteGenerator.find(machine) === undefined) throw new Error(siteGenerator.advice);
  const outDir = path.resolve(repositoryFolder, out);
  const [{ writePages, writeTexts }, { writeClientPages }, { build }] = await Promise.all([
    import("./pages.mjs"),
    import("./client.mjs"),
    import("vitepress"),
  ]);
  writePages();
  await writeClientPages();
  await build(import.meta.dirname, { base, outDir });
  writeTexts(outDir);
  process.stdout.write(`${path.join(outDir, "index.html")}\n`);
});
