import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { requireNode } from "../../../provider/hosts/node/versions";
import { NAMED } from "../../../toolchain/lib/release/version.mjs";

const repository = path.resolve(__dirname, "../../..");
const published = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8")) as {
  version: string;
  engines: { node: string };
};

test("the npm package declares the version of Node that the provider requires when it starts", () => {
  const [major = 0, minor = 0, patch = -1] = published.engines.node.replace(">=", "").split(".").map(Number);
  expect(patch).toBe(0);
  expect(() => requireNode(`${major}.${minor}.0`)).not.toThrow();
  expect(() => requireNode(`${major}.${minor - 1}.99`)).toThrow();
});

test("every page and example that names a version of Podwright names the published version", () => {
  const named = ["README.md", ...filesIn("docs"), ...filesIn("examples")].flatMap((file) =>
    versionsIn(readFileSync(path.join(repository, file), "utf8")).map((version) => [file, version] as const),
  );
  expect(named.map(([file]) => file)).toContain("docs/getting-started.md");
  expect(named.filter(([, version]) => version !== published.version)).toEqual([]);
});

test("persistent mounts are marked as deprecated in every language", () => {
  const { types } = JSON.parse(readFileSync(path.join(repository, "schema.json"), "utf8"));
  for (const name of ["PodMounts", "TemplateMounts"]) {
    const { persistent, network } = types[`podwright:index:${name}`].properties;
    expect(persistent.deprecationMessage).toContain("Use a network volume");
    expect(network ?? {}).not.toHaveProperty("deprecationMessage");
  }
});

test("no description announces a program or a diagram that a reader of another language does not get", () => {
  const { resources, functions } = JSON.parse(readFileSync(path.join(repository, "schema.json"), "utf8"));
  const prose = Object.entries<{ description: string }>({ ...resources, ...functions }).map(
    ([token, { description }]) => ({
      token,
      paragraphs: description.replace(/\{\{% examples %\}\}.*?\{\{% \/examples %\}\}/s, "").split("\n\n"),
    }),
  );
  expect(prose.map(({ token }) => token)).toContain("podwright:index:Pod");
  const announced = prose.flatMap(({ token, paragraphs }) =>
    paragraphs
      .filter(
        (one, index) =>
          /^```(?!sh$)\w/m.test(one) || (/:$/.test(one) && !/^([-|]|1\.|```sh$)/m.test(paragraphs[index + 1] ?? "")),
      )
      .map((one) => `${token}: ${one}`),
  );
  expect(announced).toEqual([]);
});

test("pages and examples write every archive for npm as a path or as a file: address", () => {
  const installed = ["README.md", ...filesIn("docs"), ...filesIn("examples")].flatMap((file) =>
    archivesIn(readFileSync(path.join(repository, file), "utf8")).map((archive) => `${file}: ${archive}`),
  );
  expect(installed).toContain(`docs/getting-started.md: ../podwright/build/podwright-${published.version}.tgz`);
  expect(installed.filter((line) => !/: (\.{0,2}\/|file:)/.test(line))).toEqual([]);
});

/** The archives after `npm install` and in a `package.json`. */
function archivesIn(text: string): string[] {
  const words = [...text.matchAll(/npm (?:install|i|add|exec)\b(.*)|("[^"\n]*\.tgz")/g)];
  return words.flatMap(([, after, quoted]) => (after ?? quoted ?? "").match(/[^\s"'`]+\.tgz/g) ?? []);
}

function versionsIn(text: string): string[] {
  return [...text.matchAll(NAMED)].map(([, , version = ""]) => version);
}

function filesIn(folder: string): string[] {
  return readdirSync(path.join(repository, folder)).flatMap((name) => {
    const file = `${folder}/${name}`;
    if (name === "node_modules" || name === "vendor") return [];
    if (statSync(path.join(repository, file)).isDirectory()) return filesIn(file);
    return /\.(md|json|txt|xml|ya?ml|toml|mod)$/.test(name) ? [file] : [];
  });
}
