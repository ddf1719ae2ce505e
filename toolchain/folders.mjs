// Allowed directions of imports between folders. `npm run lint` fails on any other direction, and on folders that import each other.
// No folder is exempt. Subfolders belong to their folder, so a file may import from a subfolder that imports a file next to it.

const shared = "^provider/(pulumi|session|planning|ownership|creating|waiting|lifecycle)/";

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
      "Users install this code, so it must not import tests, pages or tools of this repository.",
      "^(kernel|client|provider|cli|emulator|examples)/",
      "^(test|docs|bench|toolchain)/",
    ),
    arrow(
      "kernel-alone",
      "The kernel must know neither RunPod nor Pulumi, so that every other folder may import it.",
      "^kernel/",
      "^(?!kernel/|node_modules/zod/|[a-z_:]+(/promises)?$)",
    ),
    arrow(
      "client-alone",
      "The client must not import Pulumi, the command line or the emulator.",
      "^client/",
      "^(provider|cli|emulator)/",
    ),
    arrow(
      "emulator-alone",
      "The emulator has its own schemas of RunPod's API, so that it cannot hide a mistake of the client.",
      "^emulator/",
      "^(kernel|client|provider|cli)/",
    ),
    arrow(
      "emulator-apart",
      "The emulator is another npm package, which only its own command loads.",
      "^cli/(?!emulator/)",
      "^emulator/",
    ),
    arrow(
      "provider-below-cli",
      "The provider must not import the command line or the emulator.",
      "^provider/",
      "^(cli|emulator)/",
    ),
    arrow(
      "lifecycles-below-hosts",
      "A lifecycle must not import a host.",
      `^provider/(kinds|functions)/|${shared}`,
      "^provider/hosts/",
    ),
    arrow(
      "shared-below-kinds",
      "Code for all kinds must not import a single kind. A kind passes what this code needs.",
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
