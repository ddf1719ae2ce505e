export { type Clock, systemClock } from "../kernel/clock";
export { NETWORK_VOLUME_TYPES } from "./account/choices";
export type * from "./account/network-volumes";
export type * from "./account/registries";
export type * from "./account/secrets";
export type { SshKey } from "./account/ssh-key";
export type { SshKeys, SshKeysChange } from "./account/ssh-keys";
export type { Account, EndpointSum, RawCall, Surfaces } from "./account/surfaces";
export type * from "./account/templates";
export { TEMPLATE_CATEGORIES } from "./account/templates";
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
export type { Collection, ListingOptions } from "./collections/collection";
export { appliesIdleTimeout, ENDPOINT_DEFAULTS } from "./endpoints/defaults";
export {
  ENDPOINT_TYPES,
  type EndpointInput,
  type EndpointType,
  FLASHBOOT_TYPES,
  type FlashBootType,
  SCALER_TYPES,
  type ScalerType,
} from "./endpoints/settings";
export { samePlaces, sameTokens } from "./endpoints/tokens";
export type { Endpoint, EndpointTransport } from "./endpoints/types";
export { endpointUrl } from "./endpoints/url";
export type * from "./endpoints/workers";
export * from "./errors";
export { type Listing, type Unreadable, whyUnreadable } from "./http/answers/listing";
export type { KeyHints, SettingNames, SettingsFault } from "./http/configuration";
export type { Observation } from "./http/http";
export type { CallOptions, ExchangeReport } from "./http/requests";
export type { Jobs } from "./jobs/operations";
export type { PublicEndpoints } from "./jobs/public-endpoints";
export type { CostEstimate, ModelPrice, PriceUnit, PublicModel } from "./jobs/public-prices";
export type { SubmittedJob } from "./jobs/submitted-job";
export type * from "./jobs/types";
export { isFinished } from "./jobs/types";
export { connect, type Platform, type PlatformOptions } from "./platform";
export type * from "./pods/clusters";
export type {
  ContainerSettings,
  ContainerSettingsInput,
  Mounts,
  NetworkMount,
  PersistentMount,
} from "./pods/container";
export { podCost } from "./pods/cost";
export { exposedPorts } from "./pods/exposed-ports";
export type { Pods } from "./pods/operations";
export type * from "./pods/types";
export { CLOUDS, LOG_SOURCES } from "./pods/types";
export { podUrl, podUrls } from "./pods/url";
export type { Open } from "./wire/fields";
