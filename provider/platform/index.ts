export type * from "./billing";
export type * from "./catalog";
export { type Clock, systemClock } from "./clock";
export type * from "./clusters";
export type { CallOptions, Collection } from "./collection";
export type { KeyHints } from "./configuration";
export { connect, type PlatformOptions } from "./connect";
export type { ContainerSettings, ContainerSettingsInput, Mounts, NetworkMount, PersistentMount } from "./container";
export { appliesIdleTimeout, ENDPOINT_DEFAULTS } from "./endpoints/defaults";
export { samePlaces, sameTokens } from "./endpoints/tokens";
export type {
  Endpoint,
  EndpointInput,
  EndpointTransport,
  EndpointType,
  FlashBootType,
  ScalerType,
} from "./endpoints/transport";
export * from "./errors";
export * from "./jobs";
export type {
  CreateNetworkVolume,
  NetworkVolume,
  NetworkVolumes,
  NetworkVolumeType,
  UpdateNetworkVolume,
} from "./network-volumes";
export type { Open } from "./open";
export type { Platform } from "./platform";
export type {
  Cloud,
  CreatePod,
  GpuUse,
  LogLine,
  LogOptions,
  LogSource,
  Pod,
  PodAction,
  PodRuntime,
  PodStatus,
  Pods,
  PortMapping,
  SshAccess,
  UpdatePod,
  Use,
} from "./pods";
export type { PublicEndpoints } from "./public-endpoints";
export type { CostEstimate, ModelPrice, PriceUnit, PublicModel } from "./public-endpoints/prices";
export type * from "./registries";
export type { SshKeys } from "./ssh-keys";
export type { CreateTemplate, Template, TemplateCategory, Templates, UpdateTemplate } from "./templates";
export type * from "./workers";
