export { type Emulator, startEmulator } from "./emulator";
export type { Fault, FaultEffect } from "./faults";
export type { JobContext, JobHandler, JobResult } from "./jobs/handler";
export type { JournalEntry } from "./journal";
export type { EmulatorOptions } from "./options";
export type { PodScript } from "./scripts";
export type { StockChange } from "./stock";
