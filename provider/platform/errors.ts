export * from "./errors/kinds";
export { PlatformError, type PlatformErrorCode, type PlatformErrorFacts } from "./errors/platform-error";
