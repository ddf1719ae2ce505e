import * as z from "zod";
import type { Http, ListAsked } from "../http/http";
import { restRequest } from "../http/rest";
import { templateAnswer } from "../pods/responses";
import type { Template } from "../templates/types";
import { count, flag, id, nullableText, optional, text, texts } from "../values/fields";
import { checkOneOf } from "../values/refuse";
import { cpuQuery, dataCenterQuery, gpuQuery } from "./queries";
import {
  type Catalog,
  type CpuQuery,
  type CpuType,
  type DataCenter,
  type DataCenterListQuery,
  type DataCenterQuery,
  type GpuQuery,
  type GpuType,
  PUBLIC_TEMPLATE_SOURCES,
  type PublicTemplateQuery,
} from "./types";

const available = optional(z.array(z.object({ id, name: text, availability: z.string() })));
const level = optional(z.string());
const pair = z
  .object({ secure: count, community: count })
  .nullish()
  .transform((value) => value ?? { secure: 0, community: 0 });

const gpuAnswer: z.ZodType<GpuType> = z.object({
  id,
  name: text,
  pool: nullableText,
  manufacturer: text,
  memory: count,
  secure: flag,
  community: flag,
  // An absent price must not look like a gift.
  price: z.object({ secure: z.number(), community: z.number(), serverless: optional(z.number()) }),
  maxCount: pair,
  availability: level,
  dataCenters: available,
  cudaVersions: optional(z.array(z.object({ version: z.string(), available: flag }))),
});

const cpuAnswer: z.ZodType<CpuType> = z.object({
  id,
  name: text,
  group: text,
  vcpu: z.object({ min: z.number(), max: z.number() }),
  ramGbPerVcpu: z.number(),
  price: z.object({ securePerVcpu: z.number(), serverlessPerVcpu: z.number() }),
  availability: level,
  dataCenters: available,
});

const dataCenterAnswer: z.ZodType<DataCenter> = z.object({
  id,
  name: text,
  region: text,
  globalNetwork: flag,
  networkVolumeTypes: texts,
  compliance: texts,
  gpuAvailability: available,
  cpuAvailability: available,
});

export class RestCatalog implements Catalog {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  async gpuTypes({ signal, ...query }: GpuQuery = {}): Promise<GpuType[]> {
    const operation = "listGpuTypes";
    const asked = { operation, at: ["gpus"], query: gpuQuery(operation, query), signal };
    return await this.#list(asked, { of: "GPU type", under: "gpus", item: gpuAnswer });
  }

  async gpuType(id: string, { signal, ...query }: GpuQuery = {}): Promise<GpuType> {
    const operation = "getGpuType";
    return await this.#get({ operation, at: ["gpus", id], query: gpuQuery(operation, query), signal }, gpuAnswer);
  }

  async cpuTypes({ signal, ...query }: CpuQuery = {}): Promise<CpuType[]> {
    const operation = "listCpuTypes";
    const asked = { operation, at: ["cpus"], query: cpuQuery(operation, query), signal };
    return await this.#list(asked, { of: "CPU flavor", under: "cpus", item: cpuAnswer });
  }

  async cpuType(id: string, { signal, ...query }: CpuQuery = {}): Promise<CpuType> {
    const operation = "getCpuType";
    return await this.#get({ operation, at: ["cpus", id], query: cpuQuery(operation, query), signal }, cpuAnswer);
  }

  async dataCenters({ signal, ...filters }: DataCenterListQuery = {}): Promise<DataCenter[]> {
    const operation = "listDataCenters";
    const query = dataCenterQuery(operation, filters);
    const asked = { operation, at: ["datacenters"], query, signal };
    return await this.#list(asked, { of: "data center", under: "dataCenters", item: dataCenterAnswer });
  }

  async dataCenter(id: string, { include, signal }: DataCenterQuery = {}): Promise<DataCenter> {
    const operation = "getDataCenter";
    const query = dataCenterQuery(operation, { include });
    return await this.#get({ operation, at: ["datacenters", id], query, signal }, dataCenterAnswer);
  }

  async publicTemplates({ source, signal }: PublicTemplateQuery = {}): Promise<Template[]> {
    const operation = "listPublicTemplates";
    checkOneOf(operation, "source", source, PUBLIC_TEMPLATE_SOURCES);
    const asked = { operation, at: ["templates"], query: { source }, signal };
    return await this.#list(asked, { of: "public template", under: "templates", item: templateAnswer });
  }

  async #list<T>({ operation, at, query, signal }: Question, asked: ListAsked<T>): Promise<T[]> {
    const request = restRequest(operation, "GET", ["catalog", ...at], { query, signal });
    return [...(await this.#http.list(request, asked)).items];
  }

  #get<T>({ operation, at, query, signal }: Question, schema: z.ZodType<T>): Promise<T> {
    return this.#http.json(restRequest(operation, "GET", ["catalog", ...at], { query, signal }), schema);
  }
}

interface Question {
  readonly operation: string;
  readonly at: readonly string[];
  readonly query: ReturnType<typeof gpuQuery>;
  readonly signal: AbortSignal | undefined;
}
