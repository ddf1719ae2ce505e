// The arrows between folders. `npm run lint` fails on an import against an arrow, and on folders that import each other.
// No folder is exempt. A folder counts with its own subfolders: a file may import from a subfolder that imports its sibling.

const shared = "^provider/(values|session|planning|creating|waiting|lifecycle)/";

/**
 * @param {string} name
 * @param {string} comment
 * @param {string} from
 * @param {string} to
 * @returns {import("dependency-cruiser").IForbiddenRuleType}
 */
const arrow = (name, comment, from, to) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: to },
});

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-folder-circles",
      comment: "Folders import each other: move the shared part to a folder that both may import.",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
    arrow(
      "product-alone",
      "Programs of users need no tests, pages or tools of this repository.",
      "^(client|provider|cli|emulator|examples)/",
      "^(test|docs|bench|toolchain)/",
    ),
    arrow(
      "client-alone",
      "The client knows no Pulumi, command line or emulator.",
      "^client/",
      "^(provider|cli|emulator)/",
    ),
    arrow(
      "emulator-alone",
      "The emulator reads RunPod's interface by itself.",
      "^emulator/",
      "^(client|provider|cli)/",
    ),
    arrow("provider-below-cli", "The provider knows no command line or emulator.", "^provider/", "^(cli|emulator)/"),
    arrow(
      "lifecycles-below-hosts",
      "A lifecycle never asks for its host.",
      `^provider/(kinds|functions)/|${shared}`,
      "^provider/hosts/",
    ),
    arrow(
      "shared-below-kinds",
      "Code for all kinds knows no single kind: a kind passes its own parts.",
      shared,
      "^provider/kinds/",
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules|^dist/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
  },
};
