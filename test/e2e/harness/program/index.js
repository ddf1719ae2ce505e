// The program of every end-to-end stack: declares what the file named by PODWRIGHT_E2E_SPEC lists.
const { readFileSync } = require("node:fs");
const podwright = require("podwright");

const spec = JSON.parse(readFileSync(process.env.PODWRIGHT_E2E_SPEC, "utf8"));
const made = {};

// "${volume.id}" stands for an output of another resource, at any depth.
function resolve(value) {
  if (typeof value === "string") {
    const reference = /^\$\{(\w[\w-]*)\.(\w+)\}$/.exec(value);
    return reference === null ? value : made[reference[1]][reference[2]];
  }
  if (Array.isArray(value)) return value.map(resolve);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
}

for (const { kind, name, args, options = {} } of spec.resources) {
  const { dependsOn, ...rest } = options;
  const opts = dependsOn === undefined ? rest : { ...rest, dependsOn: dependsOn.map((other) => made[other]) };
  made[name] = new podwright[kind](name, resolve(args), opts);
}

for (const [name, value] of Object.entries(spec.outputs ?? {})) exports[name] = resolve(value);
