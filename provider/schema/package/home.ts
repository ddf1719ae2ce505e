/** The part of a package's manifest that names the repository. */
export interface Manifest {
  readonly repository?: { readonly url: string };
}

/**
 * Returns the project's home, such as `example.com/owner/name`. Returns `undefined` if `package.json` names no
 * repository.
 */
export function homeOf({ repository }: Manifest): string | undefined {
  if (repository === undefined) return undefined;
  const address = /^git\+https:\/\/([\w.-]+(?:\/[\w.-]+)+)\.git$/.exec(repository.url)?.[1];
  if (address !== undefined) return address;
  throw new Error(
    `package.json: repository.url is "${repository.url}": write it as git+https://example.com/owner/name.git`,
  );
}

/**
 * Returns the path of the Go module. Without a home, the path has an invalid host that no proxy can serve, and `go.mod`
 * replaces it with a folder.
 */
export const goModuleOf = (home: string | undefined) => `${home ?? "podwright.invalid"}/sdk/go`;

/** Returns the address of the folder with the pages. */
export const documentationOf = (home: string | undefined) =>
  home === undefined ? undefined : `https://${home}/blob/main/docs`;

/** Returns the addresses in the schema's head. */
export function addressesOf(home: string | undefined) {
  if (home === undefined) return {};
  const url = `https://${home}`;
  const [, repository] = /^github\.com\/(.*)$/.exec(home) ?? [];
  if (repository === undefined) return { homepage: url, repository: url };
  return {
    homepage: url,
    repository: url,
    logoUrl: `https://raw.githubusercontent.com/${repository}/main/docs/pictures/logo.png`,
    // The engine downloads the plugin's archives from the repository's releases.
    pluginDownloadURL: `github://api.github.com/${repository}`,
  };
}
