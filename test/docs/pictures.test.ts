import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { terminalSvg } from "../../docs/generate/terminal-svg";

const repository = path.resolve(__dirname, "../..");
const texts = (svg: string) => svg.replaceAll(/<style>[\s\S]*?<\/style>|<[^>]+>/g, "").replaceAll("&quot;", '"');

test("the README's picture of the demo shows every step of the current demo", () => {
  const told = texts(readFileSync(path.join(repository, "docs/pictures/demo.svg"), "utf8")).replaceAll(/\s+/g, " ");
  const folder = path.join(repository, "examples/demo/steps");
  const steps = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), "utf8"));
  const sentences = steps.flatMap((step) => [...step.matchAll(/^ {2}(?:title|sentence):\s+"(.+)",$/gm)]);
  expect(sentences).toHaveLength(16);
  for (const [, sentence] of sentences) expect(told).toContain(sentence);
  expect(told).toContain("Every check passed.");
});

test("a picture of a terminal shows the colours of the recorded output", () => {
  const svg = terminalSvg("$ it", [
    { at: 0, text: "\u001b[32mok\u001b[39m <a & b>" },
    { at: 60_000, text: `  ${"word ".repeat(30)}end` },
  ]);
  expect(svg).toContain('<tspan class="g">ok</tspan> &lt;a &amp; b>');
  expect(svg).toContain("animation:scroll 0.9s step-end}");
  expect(texts(svg)).toMatch(/\n {2}(word )+word\n {2}(word )+end\n/);
});
