export * from "./billing/types";
export * from "./catalog/types";
export { type Clock, systemClock } from "./clock";
export type * from "./clusters/types";
export type { CallOptions, Collection } from "./collection/collection";
export { type Listing, NOTHING_LISTED, type Unreadable, whyUnreadable } from "./collection/listing";
export type { KeyHints, SettingNames } from "./configuration";
export { connect, type PlatformOptions } from "./connect";
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
export type * from "./endpoints/workers/types";
export * from "./errors";
export * from "./jobs/types";
export * from "./network-volumes/types";
export type { Platform } from "./platform";
export type {
  ContainerSettings,
  ContainerSettingsInput,
  Mounts,
  NetworkMount,
  PersistentMount,
} from "./pods/container";
export * from "./pods/types";
export type { CostEstimate, ModelPrice, PriceUnit, PublicModel } from "./public-endpoints/prices";
export type { PublicEndpoints } from "./public-endpoints/types";
export type * from "./registries/types";
export type { SshKeys } from "./ssh-keys/types";
export * from "./templates/types";
export type { Open } from "./values/open";
