import type * as z from "zod";
import { type Template, templateSchema } from "../account/templates";
import { checkOneOf } from "../errors/invalid-call";
import type { Http, ListSpec } from "../http/http";
import { type ApiRequest, type CallOptions, restRequest } from "../http/requests";
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

/**
 * The three lists of the catalog. `one` is an item's name in RunPod's operations, `of` its name in messages, and `under` the
 * key of the list in the response.
 */
const GPUS = { one: "GpuType", path: "gpus", of: "GPU type", under: "gpus", item: gpuTypeSchema } as const;
const CPUS = { one: "CpuType", path: "cpus", of: "CPU flavor", under: "cpus", item: cpuTypeSchema } as const;
const CENTERS = {
  one: "DataCenter",
  path: "datacenters",
  of: "data center",
  under: "dataCenters",
  item: dataCenterSchema,
} as const;

type Query = NonNullable<ApiRequest["query"]>;

/** Checks the query of an operation and writes it in RunPod's form. */
type QueryOf<Given> = (operation: string, given: Given) => Query;

/**
 * Hardware, data centers and public templates, with availability and prices. If RunPod would refuse a parameter, the method
 * throws a `ValidationError` before it sends anything. A read of a single item throws `NotFoundError` if there is no such item.
 */
export class Catalog {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  async gpuTypes(query: GpuQuery = {}): Promise<GpuType[]> {
    return await this.#list(GPUS, query, gpuQuery);
  }

  async gpuType(id: string, query: GpuQuery = {}): Promise<GpuType> {
    return await this.#get(GPUS, id, query, gpuQuery);
  }

  async cpuTypes(query: CpuQuery = {}): Promise<CpuType[]> {
    return await this.#list(CPUS, query, cpuQuery);
  }

  async cpuType(id: string, query: CpuQuery = {}): Promise<CpuType> {
    return await this.#get(CPUS, id, query, cpuQuery);
  }

  async dataCenters(query: DataCenterListQuery = {}): Promise<DataCenter[]> {
    return await this.#list(CENTERS, query, dataCenterQuery);
  }

  async dataCenter(id: string, { include, signal }: DataCenterQuery = {}): Promise<DataCenter> {
    return await this.#get(CENTERS, id, { include, signal }, dataCenterQuery);
  }

  /** Returns at most 100 public templates, because RunPod does not offer a second page. */
  async publicTemplates(query: PublicTemplateQuery = {}): Promise<Template[]> {
    const spec = { one: "PublicTemplate", path: "templates", of: "public template", under: "templates" };
    return await this.#list({ ...spec, item: templateSchema }, query, (operation, { source }: PublicTemplateQuery) => {
      checkOneOf(operation, "source", source, PUBLIC_TEMPLATE_SOURCES);
      return { source };
    });
  }

  async #list<T extends { readonly id: string }, Given extends CallOptions>(
    spec: ListSpec<T> & { readonly one: string; readonly path: string },
    given: Given,
    queryOf: QueryOf<Given>,
  ): Promise<T[]> {
    const operation = `list${spec.one}s`;
    const request = { query: queryOf(operation, given), signal: given.signal };
    return [...(await this.#http.list(restRequest(operation, "GET", ["catalog", spec.path], request), spec)).items];
  }

  async #get<T, Given extends CallOptions>(
    { one, path, item }: { readonly one: string; readonly path: string; readonly item: z.ZodType<T> },
    id: string,
    given: Given,
    queryOf: QueryOf<Given>,
  ): Promise<T> {
    const operation = `get${one}`;
    const request = { query: queryOf(operation, given), signal: given.signal };
    return await this.#http.json(restRequest(operation, "GET", ["catalog", path, id], request), item);
  }
}
