import "../node/require-node";

export { Job, type JobArgs } from "./resources/job";
export { NetworkVolume, type NetworkVolumeArgs } from "./resources/network-volume";
export { Pod, type PodArgs, type PodSsh, type SshAccess } from "./resources/pod";
export { RegistryCredential, type RegistryCredentialArgs } from "./resources/registry-credential";
export { ServerlessEndpoint, type ServerlessEndpointArgs } from "./resources/serverless-endpoint";
export { Template, type TemplateArgs } from "./resources/template";
