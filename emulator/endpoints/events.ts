export type WorkerDue =
  /** Time to look again what the endpoint's scaler asks for. */
  | { readonly kind: "endpoint"; readonly endpoint: string; readonly at: number }
  /** A worker is initialized. */
  | { readonly kind: "worker"; readonly endpoint: string; readonly worker: string };
