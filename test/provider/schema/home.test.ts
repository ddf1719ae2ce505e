import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { goModuleOf, homeOf } from "../../../provider/schema/package/home";
import { packageSpec } from "../../../provider/schema/package/package";
import { homeOfRemote, requireHome, withHome } from "../../../toolchain/lib/release/home.mjs";

const repository = path.resolve(__dirname, "../../..");
const read = (file: string) => readFileSync(path.join(repository, file), "utf8");
const home = homeOf(JSON.parse(read("package.json")));

/** The addresses from which a user would fetch or read a part of Podwright. */
const addresses = [
  /\b(?:[\w-]+\.)*(?:github|gitlab|bitbucket|githubusercontent)\.(?:com|io)[/:][\w./-]*podwright[\w./-]*/gi,
  /\b(?:ghcr|quay|docker)\.io\/[\w./-]*podwright[\w./-]*/gi,
  /\b[\w.-]*podwright\.(?:ai|app|cloud|co|com|dev|io|net|org|sh)\b(?!\.)/gi,
  /(?<=--repo )[\w.-]+\/[\w.-]*podwright[\w.-]*/gi,
  /(?<=uses: )[\w.-]+\/[\w.-]*podwright[\w./-]*/gi,
  /(?<![\w./-])podwright\/podwright\b/gi,
];
const named = (text: string) => addresses.flatMap((address) => text.match(address) ?? []);

const files = execFileSync("git", ["ls-files", "-z"], { cwd: repository, encoding: "utf8" })
  .split("\0")
  .filter((file) => file !== "" && !/\.(png|bin)$/.test(file) && file !== "test/provider/schema/home.test.ts");

test("no file names an address of the project other than the repository in package.json", () => {
  const isHome = (address: string) =>
    home !== undefined && address.replace("api.", "").replace("raw.githubusercontent", "github").startsWith(home);
  const foreign = files.flatMap((file) =>
    named(read(file))
      .filter((address) => !isHome(address))
      .map((address) => `${file}: ${address}`),
  );
  expect(foreign).toEqual([]);
});

test.each([
  "git clone https://github.com/podwright/podwright",
  '"pluginDownloadURL": "github://api.github.com/acme/podwright"',
  "image: ghcr.io/acme/podwright-emulator:1",
  "See https://podwright.dev/docs",
  "gh attestation verify FILE --repo podwright/podwright",
  "  - uses: acme/podwright@0123456",
])("the check for addresses of other projects finds a file that says %j", (text) => {
  expect(named(text)).not.toEqual([]);
});

test.each(["podwright.invalid/sdk/go", "import com.podwright.Pod;", "https://github.com/pulumi/pulumi"])(
  "the check for addresses of other projects ignores %j",
  (text) => {
    expect(named(text)).toEqual([]);
  },
);

test("the Go module has the same name everywhere", () => {
  const { language } = JSON.parse(read("schema.json"));
  expect(language.go.modulePath).toBe(goModuleOf(home));
  for (const file of ["sdk/go/go.mod", "toolchain/sdkgen/static/go/go.mod"])
    expect(read(file)).toMatch(new RegExp(`^module ${goModuleOf(home)}$`, "m"));
});

test("the installation page in the Pulumi Registry names a download address only if the schema does", () => {
  const { pluginDownloadURL } = JSON.parse(read("schema.json"));
  const [, server] = /--server (\S+)/.exec(read("docs/installation-configuration.md")) ?? [];
  expect(server).toBe(pluginDownloadURL);
});

describe("the schema", () => {
  const specAt = (place?: string) =>
    packageSpec({ version: "1.2.3", license: "MIT", description: "", describe: () => "", home: place });

  test("has no download address while package.json names no repository", () => {
    const spec = specAt();
    expect(JSON.stringify(spec)).not.toMatch(/https?:\/\/[^"]*podwright|"(pluginDownloadURL|repository|homepage)"/);
    expect(spec.language.go).toMatchObject({ modulePath: "podwright.invalid/sdk/go" });
  });

  test("names the repository's releases, logo and Go module", () => {
    const spec = specAt("github.com/acme/pods");
    expect(spec).toMatchObject({
      homepage: "https://github.com/acme/pods",
      repository: "https://github.com/acme/pods",
      pluginDownloadURL: "github://api.github.com/acme/pods",
      language: { go: { importBasePath: "github.com/acme/pods/sdk/go/podwright" } },
    });
    // The address of the logo is a file of this repository. A package for C# uses it as its icon, which has to be a
    // PNG.
    const [, logo = ""] =
      /^https:\/\/raw\.githubusercontent\.com\/acme\/pods\/main\/(.*)$/.exec(spec.logoUrl ?? "") ?? [];
    expect(readFileSync(path.join(repository, logo)).subarray(1, 4).toString()).toBe("PNG");
  });

  test("has no download address if Pulumi cannot read the releases of the repository", () => {
    const spec = specAt("git.example.com/acme/pods");
    expect(spec.homepage).toBe("https://git.example.com/acme/pods");
    expect(spec).not.toHaveProperty("pluginDownloadURL");
  });
});

describe("a release of Podwright", () => {
  test.each([
    ["https://github.com/acme/pods.git", "github.com/acme/pods"],
    ["https://token@github.com/acme/pods", "github.com/acme/pods"],
    ["git@github.com:acme/pods.git", "github.com/acme/pods"],
    ["ssh://git@git.example.com:22/acme/pods.git", "git.example.com/acme/pods"],
    ["/home/ada/pods", undefined],
    ["../pods", undefined],
    ["origin", undefined],
  ])("from a clone of %s names the repository %s", (remote, expected) => {
    expect(homeOfRemote(remote)).toBe(expected);
  });

  test("writes the address of its repository into the manifest", () => {
    const manifest = withHome({ name: "podwright", license: "Apache-2.0", main: "x" }, "github.com/acme/pods");
    expect(Object.keys(manifest)).toEqual(["name", "license", "homepage", "repository", "main"]);
    expect(homeOf(manifest)).toBe("github.com/acme/pods");
    expect(homeOf(withHome(manifest, "github.com/acme/moved"))).toBe("github.com/acme/moved");
    expect(() => homeOf({ repository: { url: "acme/pods" } })).toThrow(
      'package.json: repository.url is "acme/pods": write it as git+https://example.com/owner/name.git',
    );
  });

  test("can be published only from the repository that the manifest names", () => {
    const manifest = withHome({ license: "MIT" }, "github.com/acme/pods");
    expect(() => requireHome(manifest, undefined)).not.toThrow();
    expect(() => requireHome(manifest, "acme/pods")).not.toThrow();
    expect(() => requireHome(manifest, "other/pods")).toThrow(
      'This repository is other/pods, but package.json names the home https://github.com/acme/pods. Make the release with "npm run release -- VERSION --home github.com/other/pods".',
    );
    expect(() => requireHome({}, "acme/pods")).toThrow("names no home");
  });
});

test("the README's line for Go asks no proxy for a module without a home, because every proxy refuses it", () => {
  expect(read("README.md")).not.toMatch(/go get \S*\.invalid/);
});

test("every SDK writes the key of a setting as `pulumi config set` reads it", () => {
  const keys = files
    .filter((file) => file.startsWith("sdk/"))
    .flatMap((file) => read(file).match(/(?<=pulumi config set (?:--secret )?podwright:)\w+/g) ?? []);
  expect(keys).toContain("apiKey");
  const { config } = JSON.parse(read("schema.json"));
  expect(keys.filter((key) => !(key in config.variables))).toEqual([]);
});
