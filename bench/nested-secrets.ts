import type { Values } from "../kernel/values";
import { decode, encode } from "../provider/hosts/plugin/properties/marshal";
import { ResourceHost } from "../provider/hosts/plugin/resource-host";
import { job } from "../provider/kinds/job/lifecycle";
import type { Resource } from "../provider/session/resource";
import { testRun } from "../test/support/test-run";

const count = 20_000;

/** Measures how long the plugin takes to read, check and write a job whose input contains many nested secrets. */
export async function nestedSecrets(): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `key${index}`);
  const input = Object.fromEntries(names.map((name) => [name, { token: name }]));
  const struct = encode(
    { endpointId: "endpoint", input },
    names.map((name) => ["input", name, "token"]),
  );
  const host = new ResourceHost(job as unknown as Resource<Values>);
  const name = "urn:pulumi:dev::bench::podwright:index:Job::job";
  const started = performance.now();
  const news = decode(struct);
  const request = { name, logicalName: "job", olds: {}, news: news.values, unknowns: [], seed: new Uint8Array() };
  const { inputs } = await host.operations.check(request, { runOf: () => testRun(), say: () => undefined });
  encode(inputs, host.secretsBeside(news));
  return [`plugin, a check of ${count} nested secrets: ${(performance.now() - started).toFixed(0)} ms`];
}
