export { BUCKET_SIZES } from "./billing/choices";
export type { Billing } from "./billing/operations";
export type * from "./billing/types";
export type { Catalog } from "./catalog/operations";
export type * from "./catalog/types";
export {
  COMPLIANCE,
  CPU_PRODUCTS,
  DATA_CENTER_INCLUDES,
  GPU_PRODUCTS,
  PUBLIC_TEMPLATE_SOURCES,
  REGIONS,
} from "./catalog/types";
export { type Clock, systemClock } from "./clock";
export type { Clusters } from "./clusters/operations";
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
} from "./endpoints/types";
export { endpointUrl } from "./endpoints/url";
export type { Workers } from "./endpoints/workers/operations";
export type * from "./endpoints/workers/types";
export * from "./errors";
export type { Jobs } from "./jobs/operations";
export type { SubmittedJob } from "./jobs/submitted-job";
export type * from "./jobs/types";
export { isFinished } from "./jobs/types";
export type * from "./network-volumes/types";
export { NETWORK_VOLUME_TYPES } from "./network-volumes/types";
export type { Platform } from "./platform";
export type {
  ContainerSettings,
  ContainerSettingsInput,
  Mounts,
  NetworkMount,
  PersistentMount,
} from "./pods/container";
export type { Pods } from "./pods/operations";
export type * from "./pods/types";
export { CLOUDS, LOG_SOURCES } from "./pods/types";
export type { PublicEndpoints } from "./public-endpoints/operations";
export type { CostEstimate, ModelPrice, PriceUnit, PublicModel } from "./public-endpoints/prices";
export type { Delegations, Registries } from "./registries/operations";
export type * from "./registries/types";
export type { SshKeys } from "./ssh-keys/operations";
export type * from "./templates/types";
export { TEMPLATE_CATEGORIES } from "./templates/types";
export type { Open } from "./values/fields";
