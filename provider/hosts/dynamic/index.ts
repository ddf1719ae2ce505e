import "../node/require-node";

export type { PodSshAccess as SshAccess } from "./resources";
export * from "./resources";
