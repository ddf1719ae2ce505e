export { type Emulator, startEmulator } from "./emulator";
export type { Fault, FaultEffect } from "./faults";
export type { JobChunk, JobContext, JobHandler, JobResult, JobStream } from "./jobs/handler";
export { readHandlers } from "./jobs/handlers-file";
export type { WebhookDelivery } from "./jobs/webhooks";
export type { JournalEntry } from "./journal";
export type { EmulatorOptions } from "./options";
export type { PodScript } from "./scripts";
export type { StockChange } from "./stock";
