import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sectionsOf } from "../e2e/harness/guide/sections";
import { blocksOf } from "./support/blocks";
import { programOf, shownBy } from "./support/page-program";

const page = readFileSync(join(__dirname, "../../docs/client.md"), "utf8");
const blocks = blocksOf(page, "ts");

/** The first block connects; each section continues from it separately. */
export const sections = sectionsOf(page)
  .filter(({ level }) => level <= 2)
  .map(({ anchor, from, to }) => {
    const own = blocks.slice(1).filter(({ line }) => from <= line && line < to);
    const program = programOf([...blocks.slice(0, 1), ...own, { text: "await platform.close();\n" }]);
    return { anchor, program, shown: shownBy(own) };
  });
