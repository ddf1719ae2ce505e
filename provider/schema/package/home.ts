/** The part of a package's manifest that names where the project lives. */
export interface Manifest {
  readonly repository?: { readonly url: string };
}

/** The project's home, such as `example.com/owner/name`; `undefined` while `package.json` names no repository. */
export function homeOf({ repository }: Manifest): string | undefined {
  if (repository === undefined) return undefined;
  const address = /^git\+https:\/\/([\w.-]+(?:\/[\w.-]+)+)\.git$/.exec(repository.url)?.[1];
  if (address !== undefined) return address;
  throw new Error(
    `package.json: repository.url is "${repository.url}": write it as git+https://example.com/owner/name.git`,
  );
}

/** The path of the Go module. Without a home it is one that no proxy can serve, and `go.mod` replaces it by a folder. */
export const goModuleOf = (home: string | undefined) => `${home ?? "podwright.invalid"}/sdk/go`;

/** The addresses for a package's head. */
export function addressesOf(home: string | undefined) {
  if (home === undefined) return {};
  const url = `https://${home}`;
  const [, repository] = /^github\.com\/(.*)$/.exec(home) ?? [];
  if (repository === undefined) return { homepage: url, repository: url };
  return {
    homepage: url,
    repository: url,
    logoUrl: `https://raw.githubusercontent.com/${repository}/main/docs/pictures/logo.png`,
    // Where the engine finds the plugin's archives when a program needs them: the releases of the repository.
    pluginDownloadURL: `github://api.github.com/${repository}`,
  };
}
