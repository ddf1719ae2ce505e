export * from "./kinds";
export { PlatformError, type PlatformErrorCode, type PlatformErrorFacts } from "./platform-error";
