import * as z from "zod";
import { type Cloud, clouds, cpuTypes, dataCenters, findGpu, gpuTypes } from "./hardware";

export type Level = "NONE" | "LOW" | "MEDIUM" | "HIGH";

export const stockChange = z.strictObject({
  /** Id of a GPU type. The unit of this stock is one GPU. */
  gpu: z.string().optional(),
  /** Id of a CPU flavor. The unit of this stock is one pod. */
  cpu: z.string().optional(),
  cloud: z.enum(clouds).optional(),
  dataCenter: z.string().optional(),
  count: z.int().min(0),
});

/** Sets the number of free units in each matching cell of hardware, cloud and data center. An omitted part matches all cells. */
export type StockChange = Readonly<z.infer<typeof stockChange>>;

export interface Place {
  readonly hardware: string;
  readonly cloud: Cloud;
  readonly dataCenter: string;
}

/** Initial number of free units. This number is enough for all users until an option or the control API reduces it. */
const plenty = 1000;

/** Free units of each hardware in each cloud and data center. Placement and the catalog's availability both use this stock. */
export class Stock {
  private readonly free = new Map<string, number>();

  constructor(changes: readonly StockChange[] = []) {
    this.fill();
    for (const change of changes) this.set(change);
  }

  set(change: StockChange): void {
    const named = change.gpu ?? change.cpu;
    for (const place of places()) {
      if (named !== undefined && place.hardware !== named) continue;
      if (change.cloud !== undefined && place.cloud !== change.cloud) continue;
      if (change.dataCenter !== undefined && place.dataCenter !== change.dataCenter) continue;
      this.free.set(key(place), change.count);
    }
  }

  count(place: Place): number {
    return this.free.get(key(place)) ?? 0;
  }

  take(place: Place, units: number): void {
    this.free.set(key(place), this.count(place) - units);
  }

  release(place: Place, units: number): void {
    this.free.set(key(place), this.count(place) + units);
  }

  /** Returns the cells that differ from the initial stock. */
  save(): Record<string, number> {
    const initial = new Stock();
    return Object.fromEntries([...this.free].filter(([cell, count]) => initial.free.get(cell) !== count));
  }

  load(cells: Readonly<Record<string, number>>): void {
    this.fill();
    for (const [cell, count] of Object.entries(cells)) this.free.set(cell, count);
  }

  private fill(): void {
    for (const place of places()) this.free.set(key(place), offered(place) ? plenty : 0);
  }

  level(place: Place, units = 1): Level {
    return levelOf(Math.floor(this.count(place) / units));
  }

  /** Returns the best level of the hardware in the given data centers. */
  best(hardware: string, cloud: Cloud, centers: readonly string[], units = 1): Level {
    return levelOf(
      Math.max(0, ...centers.map((dataCenter) => Math.floor(this.count({ hardware, cloud, dataCenter }) / units))),
    );
  }
}

export function levelOf(count: number): Level {
  if (count <= 0) return "NONE";
  if (count <= 4) return "LOW";
  return count <= 16 ? "MEDIUM" : "HIGH";
}

function places(): Place[] {
  const hardware = [...gpuTypes, ...cpuTypes].map((type) => type.id);
  return hardware.flatMap((id) =>
    clouds.flatMap((cloud) => dataCenters.map((center) => ({ hardware: id, cloud, dataCenter: center.id }))),
  );
}

function offered(place: Place): boolean {
  const gpu = findGpu(place.hardware);
  return place.cloud === "SECURE" ? gpu?.secure !== false : gpu?.community === true;
}

function key(place: Place): string {
  return `${place.hardware}|${place.cloud}|${place.dataCenter}`;
}
