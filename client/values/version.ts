/** The version of this package, for RunPod's logs. It repeats `package.json`, because a built file may not find that file. */
export const VERSION = "0.1.0";
