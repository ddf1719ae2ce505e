import type * as z from "zod";
import { type Template, templateSchema } from "../account/templates";
import type { Http, ListSpec } from "../http/http";
import type { ApiRequest } from "../http/requests";
import { restRequest } from "../http/requests";
import { checkOneOf } from "../values/invalid-call";
import { cpuQuery, dataCenterQuery, gpuQuery } from "./queries";
import {
  type CpuQuery,
  type CpuType,
  cpuTypeSchema,
  type DataCenter,
  type DataCenterListQuery,
  type DataCenterQuery,
  dataCenterSchema,
  type GpuQuery,
  type GpuType,
  gpuTypeSchema,
  PUBLIC_TEMPLATE_SOURCES,
  type PublicTemplateQuery,
} from "./types";

type CatalogQuery = Pick<ApiRequest, "query" | "signal">;

/**
 * Hardware, data centers and public templates, with availability and prices. Parameters that the platform would refuse
 * are a `ValidationError` before anything is sent. Reads of one throw `NotFoundError` when there is none.
 */
export class Catalog {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  async gpuTypes({ signal, ...query }: GpuQuery = {}): Promise<GpuType[]> {
    const operation = "listGpuTypes";
    const spec = { of: "GPU type", under: "gpus", item: gpuTypeSchema };
    return this.#list(operation, "gpus", { query: gpuQuery(operation, query), signal }, spec);
  }

  async gpuType(id: string, { signal, ...query }: GpuQuery = {}): Promise<GpuType> {
    const operation = "getGpuType";
    return this.#get(operation, ["gpus", id], { query: gpuQuery(operation, query), signal }, gpuTypeSchema);
  }

  async cpuTypes({ signal, ...query }: CpuQuery = {}): Promise<CpuType[]> {
    const operation = "listCpuTypes";
    const spec = { of: "CPU flavor", under: "cpus", item: cpuTypeSchema };
    return this.#list(operation, "cpus", { query: cpuQuery(operation, query), signal }, spec);
  }

  async cpuType(id: string, { signal, ...query }: CpuQuery = {}): Promise<CpuType> {
    const operation = "getCpuType";
    return this.#get(operation, ["cpus", id], { query: cpuQuery(operation, query), signal }, cpuTypeSchema);
  }

  async dataCenters({ signal, ...query }: DataCenterListQuery = {}): Promise<DataCenter[]> {
    const operation = "listDataCenters";
    const spec = { of: "data center", under: "dataCenters", item: dataCenterSchema };
    return this.#list(operation, "datacenters", { query: dataCenterQuery(operation, query), signal }, spec);
  }

  async dataCenter(id: string, { include, signal }: DataCenterQuery = {}): Promise<DataCenter> {
    const operation = "getDataCenter";
    const query = dataCenterQuery(operation, { include });
    return this.#get(operation, ["datacenters", id], { query, signal }, dataCenterSchema);
  }

  /** At most 100; the platform offers no way to the rest. */
  async publicTemplates({ source, signal }: PublicTemplateQuery = {}): Promise<Template[]> {
    const operation = "listPublicTemplates";
    checkOneOf(operation, "source", source, PUBLIC_TEMPLATE_SOURCES);
    const spec = { of: "public template", under: "templates", item: templateSchema };
    return this.#list(operation, "templates", { query: { source }, signal }, spec);
  }

  async #list<T extends { readonly id: string }>(
    operation: string,
    path: string,
    query: CatalogQuery,
    spec: ListSpec<T>,
  ): Promise<T[]> {
    const { items } = await this.#http.list(restRequest(operation, "GET", ["catalog", path], query), spec);
    return [...items];
  }

  async #get<T>(operation: string, path: readonly string[], query: CatalogQuery, schema: z.ZodType<T>): Promise<T> {
    return await this.#http.json(restRequest(operation, "GET", ["catalog", ...path], query), schema);
  }
}
