/**
 * Version of this package, which RunPod sees in the user agent. This constant repeats the version of `package.json`, because a
 * built file may not find that file.
 */
export const VERSION = "0.1.0";
