import { describe, expect, test } from "vitest";
import { gpu, useEmulator } from "../support/harness";

/** `V` stands for a volume in US-TX-3, and `W` for a volume in another data center. */
const it = useEmulator();
const persistent = { size: 20, path: "/data" };
const network = [{ volumeId: "V", path: "/net" }];

async function fill(value: object): Promise<object> {
  const here = await it.volume("US-TX-3");
  const there = await it.volume("EU-RO-1");
  return JSON.parse(JSON.stringify(value).replaceAll('"V"', `"${here.id}"`).replaceAll('"W"', `"${there.id}"`));
}

describe("a request for a new pod", () => {
  const cases: [string, object, number][] = [
    ["no mounts", {}, 201],
    ["empty mounts", { mounts: {} }, 201],
    ["a persistent mount and a network mount", { mounts: { persistent, network } }, 400],
    ["a persistent mount and an empty network list", { mounts: { persistent, network: [] } }, 400],
    [
      "a persistent mount on a CPU pod",
      { gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 2 }, mounts: { persistent } },
      400,
    ],
    ["a network mount on a CPU pod", { gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 2 }, mounts: { network } }, 201],
    ["an empty network list", { mounts: { network: [] } }, 201],
    ["an unknown volume", { mounts: { network: [{ volumeId: "nope", path: "/n" }] } }, 400],
    ["a volume in another data center", { mounts: { network }, dataCenterIds: ["EU-RO-1"] }, 400],
    ["a volume on the community cloud", { mounts: { network }, cloud: "COMMUNITY" }, 400],
  ];
  test.each(cases)("with %s gets the status $2", async (_name, extra, status) => {
    const body = await fill({ name: "p", image: "x", gpu: { id: gpu }, ...extra });
    expect((await it.post("/v2/pods", body)).status).toBe(status);
  });

  test("places the pod in the data center of its network volume", async () => {
    const pod = await it.pod(await fill({ mounts: { network: [{ volumeId: "W", path: "/n" }] } }));
    expect(pod.dataCenterId).toBe("EU-RO-1");
  });
});

describe("an update of a pod", () => {
  const onPersistent: [string, object, number][] = [
    ["no mounts", {}, 200],
    ["empty mounts", { mounts: {} }, 200],
    ["an additional network mount", { mounts: { network } }, 400],
    ["a persistent mount and a network mount", { mounts: { persistent, network } }, 400],
    ["an empty network list", { mounts: { network: [] } }, 400],
    ["another path", { mounts: { persistent: { size: 20, path: "/other" } } }, 200],
    ["a larger size", { mounts: { persistent: { size: 30, path: "/data" } } }, 200],
    ["a smaller size", { mounts: { persistent: { size: 10, path: "/data" } } }, 400],
  ];
  test.each(onPersistent)(
    "gets the status $2 if the pod has a persistent mount and the request has %s",
    async (_name, body, status) => {
      const { id } = await it.pod({ mounts: { persistent } });
      expect((await it.patch(`/v2/pods/${id}`, await fill(body))).status).toBe(status);
    },
  );

  const onNetwork: [string, object, number][] = [
    ["another path", { mounts: { network: [{ volumeId: "V", path: "/other" }] } }, 200],
    ["another volume", { mounts: { network: [{ volumeId: "W", path: "/net" }] } }, 400],
    ["an empty network list", { mounts: { network: [] } }, 400],
    ["an additional persistent mount", { mounts: { persistent } }, 400],
  ];
  test.each(onNetwork)(
    "gets the status $2 if the pod has a network mount and the request has %s",
    async (_name, body, status) => {
      const volume = await it.volume();
      const other = await it.volume("EU-RO-1");
      const { id } = await it.pod({ mounts: { network: [{ volumeId: volume.id, path: "/net" }] } });
      const text = JSON.stringify(body).replaceAll('"V"', `"${volume.id}"`).replaceAll('"W"', `"${other.id}"`);
      expect((await it.patch(`/v2/pods/${id}`, text)).status).toBe(status);
    },
  );

  test.each([{ persistent }, { network: [{ volumeId: "x", path: "/n" }] }])(
    "cannot add the mounts %o to a pod without mounts",
    async (mounts) => {
      const { id } = await it.pod();
      expect((await it.patch(`/v2/pods/${id}`, { mounts })).status).toBe(400);
    },
  );

  test("keeps a mount that the request leaves out", async () => {
    const { id } = await it.pod({ mounts: { persistent } });
    const { body } = await it.patch(`/v2/pods/${id}`, { name: "q", mounts: {} });
    expect(body.mounts).toEqual({ persistent });
  });
});
