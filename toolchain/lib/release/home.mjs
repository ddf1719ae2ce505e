/** The project's home in `package.json`: `npm run generated` derives all its other places from there. */

/** @typedef {{ homepage?: string, repository?: { type: string, url: string } } & Record<string, unknown>} Manifest */

/**
 * The home in the address of a git remote, such as `github.com/owner/name`. A folder of this machine is no home.
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
 * The manifest with its home, right after its licence.
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
 * @param {string | undefined} publisher as GitHub names it in a workflow: `owner/name`
 */
export function requireHome({ homepage }, publisher) {
  if (publisher === undefined || homepage === `https://github.com/${publisher}`) return;
  const named = homepage === undefined ? "no home" : `the home ${homepage}`;
  throw new Error(
    `This is ${publisher}, and package.json names ${named}: make the release with "npm run release -- VERSION --home github.com/${publisher}".`,
  );
}
