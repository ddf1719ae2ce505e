export * from "./billing";
export * from "./catalog";
export { type Clock, systemClock } from "./clock";
export type * from "./clusters";
export type { CallOptions, Collection } from "./collection";
export type { KeyHints, SettingNames } from "./configuration";
export { connect, type PlatformOptions } from "./connect";
export type { ContainerSettings, ContainerSettingsInput, Mounts, NetworkMount, PersistentMount } from "./container";
export { appliesIdleTimeout, ENDPOINT_DEFAULTS } from "./endpoints/defaults";
export { samePlaces, sameTokens } from "./endpoints/tokens";
export {
  ENDPOINT_TYPES,
  type Endpoint,
  type EndpointInput,
  type EndpointTransport,
  type EndpointType,
  FLASHBOOT_TYPES,
  type FlashBootType,
  SCALER_TYPES,
  type ScalerType,
} from "./endpoints/transport";
export { endpointUrl } from "./endpoints/url";
export * from "./errors";
export * from "./jobs";
export { type Listing, NOTHING_LISTED, type Unreadable, whyUnreadable } from "./listing";
export * from "./network-volumes";
export type { Open } from "./open";
export type { Platform } from "./platform";
export * from "./pods";
export type { PublicEndpoints } from "./public-endpoints";
export type { CostEstimate, ModelPrice, PriceUnit, PublicModel } from "./public-endpoints/prices";
export type * from "./registries";
export type { SshKeys } from "./ssh-keys";
export * from "./templates";
export type * from "./workers";
