import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { Recorder } from "../../../cli/doctor/recording/recorder";
import type { ExchangeReport } from "../../../client";
import { recordingsIn } from "../../contract/recording-form";

const KEPT = join(__dirname, "../../contract/recordings");
const KEY = "rpa_AB12CD34EF56GH78IJ90KL12MN34OP56QR78";
const PROBE = "podwright-probe-0123abcd-1";

const exchange = (more: Partial<ExchangeReport> & { readonly json?: unknown } = {}): ExchangeReport => {
  const { json = {}, ...given } = more;
  const usual = { operation: "getPod", surface: "rest", method: "GET", path: "/v2/pods/x", query: {}, body: undefined };
  return { ...usual, status: 200, headers: {}, text: JSON.stringify(json), ...given } as ExchangeReport;
};

function written(...exchanges: readonly ExchangeReport[]) {
  const recorder = new Recorder([KEY]);
  for (const one of exchanges) recorder.add(one, "own-answer");
  const text = JSON.stringify(recorder.recordings({ source: "a test", date: "2026-11-23" }));
  return { text, recordings: recordingsIn(text) };
}

/** The user's own pod, which a list shows beside a probe's pod. */
const private_ = {
  id: "k3x9w1secretpod",
  name: "merger-with-acme",
  image: "registry.example.com/acme/model:7",
  env: { HF_TOKEN: "hf_plainsecret", SHORT: "s3" },
  ssh: { proxy: { host: "ssh.runpod.io", username: "k3x9w1secretpod-64411f3a" } },
  owner: { fullName: "Ada Lovelace", phone: "+49 30 1234", email: "ada@example.org" },
};
const list = exchange({
  operation: "listPods",
  path: "/v2/pods",
  json: { pods: [private_, { ...private_, id: "p1r2o3b4e5", name: PROBE, env: { A: "hf_plainsecret" } }] },
});

const secrets = [KEY, "hf_plainsecret", "k3x9w1secretpod", "p1r2o3b4e5", "merger-with-acme", "acme/model", "Lovelace"];

describe("a recording of podwright doctor", () => {
  test("omits the pods of the user", () => {
    const { text, recordings } = written(list);
    for (const secret of [...secrets.filter((one) => one !== "acme/model"), "64411f3a", "ada@example.org", "1234"])
      expect(text).not.toContain(secret);
    expect(recordings).toMatchObject([
      {
        provenance: "trimmed",
        response: {
          body: { pods: [{ id: "id-2", name: PROBE, env: { A: "[secret]" }, owner: { fullName: "[text]" } }] },
        },
      },
    ]);
  });

  const said = `key ${KEY} of ada@example.org at 203.0.113.7:8443 and [2001:db9::17]:80, token hf_plainsecret, pod p1r2o3b4e5, account 123456789012, session sess_0a1b2c3d4e5f6a7b8c9d`;
  const leaks = [KEY, "ada@", "203.0.113.7", "2001:db9", "hf_plainsecret", "p1r2o3b4e5", "123456789012", "0a1b2c3d"];
  test.each<[place: string, Partial<ExchangeReport> & { readonly json?: unknown }]>([
    ["the sentence of a refusal", { status: 400, json: { title: "Bad Request", status: 400, detail: said } }],
    ["the errors of a refusal", { status: 422, json: { errors: [{ message: said, value: said, location: said }] } }],
    [
      "an error of GraphQL",
      { surface: "graphql", json: { errors: [{ message: said, extensions: { debug: { said } } }] } },
    ],
    ["a field that Podwright does not know, at any depth", { json: { a: [{ b: { c: [said] } }] } }],
    ["the name of a field", { json: { labels: { [said]: 1 } } }],
    ["a text that is not JSON", { status: 403, text: said, headers: { "content-type": "text/plain" } }],
    [
      "a header",
      { status: 429, headers: { "ratelimit-policy": said, allow: said, "set-cookie": [said], authorization: said } },
    ],
    ["the path", { path: `/v2/pods/${encodeURIComponent(said)}` }],
    ["the query", { query: { name: said, api_key: KEY } }],
    [
      "the request's body",
      { method: "POST", body: { env: { A: said }, name: said, query: said, deep: [{ x: said }] } },
    ],
    ["a catalog", { path: "/v2/catalog/gpus", operation: "listGpuTypes", json: { gpus: [{ id: "L4", note: said }] } }],
  ])("hides every secret, address and id in %s", (_, more) => {
    const { text } = written(list, exchange(more));
    for (const leak of leaks) expect(text).not.toContain(leak);
  });

  test("hides a secret value that only a later response marks as secret", () => {
    const refusal = exchange({ status: 400, json: { detail: "pod p1r2o3b4e5 has HF_TOKEN 'hf_plainsecret'" } });
    expect(written(refusal, list).text).toContain("pod id-2 has HF_TOKEN '[secret]'");
  });

  test("hides a signature or password in a URL", () => {
    const { text } = written(
      exchange({ status: 400, json: { detail: "GET https://ada:pw@h.example/x?sig=abc failed" } }),
    );
    expect(text).toContain("GET https://[secret]@h.example/x?[secret] failed");
  });

  test("hides all numbers of the account, for example the balance", () => {
    const myself = { id: "user_2x", clientBalance: 17.25, currentSpendPerHr: 3.5, teamId: 99 };
    const { recordings } = written(exchange({ surface: "graphql", path: "/graphql", json: { data: { myself } } }));
    const expected = { id: "id-1", clientBalance: 0, currentSpendPerHr: 0, teamId: 0 };
    expect(recordings[0]?.response.body).toEqual({ data: { myself: expected } });
  });
});

test("a recording of podwright doctor replaces each occurrence of an id by the same placeholder", () => {
  const pod = { id: "p1r2o3b4e5", name: PROBE, status: "RUNNING" };
  const refusal = { status: 409, path: "/v2/pods/p1r2o3b4e5", json: { detail: "pod p1r2o3b4e5 is locked" } };
  const { recordings } = written(exchange({ json: pod }), exchange(refusal));
  expect(recordings).toMatchObject([
    { response: { body: { id: "id-1", name: PROBE, status: "RUNNING" } } },
    { request: { path: "/v2/pods/id-1" }, response: { status: 409, body: { detail: "pod id-1 is locked" } } },
  ]);
});

test("podwright doctor --record writes only one of several similar responses", () => {
  const pod = (more: object) =>
    exchange({ json: { id: "p1r2o3b4e5", name: PROBE, status: "RUNNING", runtime: null, ...more } });
  const same = Array.from({ length: 1_000 }, (_, cost) => pod({ cost }));
  const others = [
    pod({ cost: 1, runtime: {} }),
    pod({ cost: 1, status: "EXITED" }),
    pod({}),
    exchange({ status: 404 }),
  ];
  const { recordings } = written(...same, ...others);
  expect(recordings).toHaveLength(5);
  expect(recordings[0]?.note).toBe("1000 responses of this kind, seen by own-answer");
});

test("a recording of podwright doctor keeps hardware, prices and times unchanged", () => {
  const json = {
    gpu: { id: "NVIDIA L4", count: 1 },
    cost: 0.39,
    dataCenterId: "EU-RO-1",
    startedAt: "2026-08-20T11:12:13Z",
  };
  expect(written(exchange({ json })).recordings[0]?.response.body).toEqual(json);
});

test("a recording of podwright doctor omits very large and deeply nested values", () => {
  const deep = Array.from({ length: 600 }).reduce((inner) => ({ inner }), {});
  const run = { operation: "run", surface: "jobs", method: "POST", path: "/v2/e/run", status: 400 } as const;
  const { text, recordings } = written(exchange({ ...run, body: { input: { deep, large: "x".repeat(1_000_000) } } }));
  expect(text.length).toBeLessThan(2_000);
  expect(recordings[0]?.provenance).toBe("trimmed");
});

test.each(readdirSync(KEPT))("the repository's recording %s has the format of podwright doctor --record", (file) => {
  expect(recordingsIn(readFileSync(join(KEPT, file), "utf8"))).not.toEqual([]);
});
