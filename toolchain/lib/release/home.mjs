/** The address of the project in `package.json`. `npm run generated` writes it to all other places. */

/** @typedef {{ homepage?: string, repository?: { type: string, url: string } } & Record<string, unknown>} Manifest */

/**
 * Returns the address in a git remote, such as `github.com/owner/name`. A folder on this machine is not an address.
 * @param {string} remote
 */
export function homeOfRemote(remote) {
  const [, host, path] =
    /^(?:https?:\/\/(?:[^@/]*@)?|ssh:\/\/(?:[^@/]*@)?|[\w-]+@)([\w-]+(?:\.[\w-]+)+)(?::\d+)?[:/]([\w./-]+?)(?:\.git)?\/?$/.exec(
      remote,
    ) ?? [];
  return host === undefined ? undefined : `${host}/${path}`;
}

/**
 * Returns the manifest with the project's address, right after the licence.
 * @param {Manifest} manifest
 * @param {string} home
 */
export function withHome({ homepage: _former, repository: _formerToo, ...manifest }, home) {
  const addresses = { homepage: `https://${home}`, repository: { type: "git", url: `git+https://${home}.git` } };
  return Object.fromEntries(
    Object.entries(manifest).flatMap((entry) =>
      entry[0] === "license" ? [entry, ...Object.entries(addresses)] : [entry],
    ),
  );
}

/**
 * Throws unless a release names the repository whose workflow publishes it.
 * @param {Manifest} manifest
 * @param {string | undefined} publisher repository as GitHub names it in a workflow: `owner/name`
 */
export function requireHome({ homepage }, publisher) {
  if (publisher === undefined || homepage === `https://github.com/${publisher}`) return;
  const named = homepage === undefined ? "no home" : `the home ${homepage}`;
  throw new Error(
    `This repository is ${publisher}, but package.json names ${named}. Make the release with "npm run release -- VERSION --home github.com/${publisher}".`,
  );
}
