// Stands in for npm in a guide: what it would fetch is linked from the working copy.
const { existsSync, mkdirSync, readFileSync, symlinkSync } = require("node:fs");
const { dirname, join, resolve } = require("node:path");

const repository = resolve(__dirname, "../../../..");
const [command, ...args] = process.argv.slice(2);
if (command !== "install" && command !== "ci") throw new Error(`the guides' npm cannot "${command}"`);

for (const name of args.length > 0 ? args.filter((arg) => !arg.startsWith("-")) : declared()) {
  const ours = name === "podwright" || /(^|\/)podwright-.*\.tgz$/.test(name);
  link(ours ? "podwright" : name, ours ? repository : join(repository, "node_modules", name));
}

function declared() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  return Object.keys({ ...dependencies, ...devDependencies });
}

/** @param {string} name @param {string} target */
function link(name, target) {
  if (!existsSync(target)) throw new Error(`the working copy has no ${name}`);
  const place = join("node_modules", name);
  mkdirSync(dirname(place), { recursive: true });
  if (!existsSync(place)) symlinkSync(target, place);
}
