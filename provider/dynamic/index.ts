import "./require-node";

export { NetworkVolume, type NetworkVolumeArgs } from "./resources/network-volume";
export { Pod, type PodArgs, type PodSsh, type SshAccess } from "./resources/pod";
export { ServerlessEndpoint, type ServerlessEndpointArgs } from "./resources/serverless-endpoint";
export { Template, type TemplateArgs } from "./resources/template";
