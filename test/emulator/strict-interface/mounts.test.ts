import { expect } from "vitest";
import { type Facts, fact, holds, refusal } from "../support/facts";
import { gpu } from "../support/harness";

const podBody = { name: "p", image: "nginx", gpu: { id: gpu } };
const onCpu = { name: "p", image: "nginx", cpu: { id: "cpu3c", vcpuCount: 2 } };
const persistent = { persistent: { size: 20, path: "/data" } };
const refusedPod = (change: object, status: number, why: unknown = expect.anything()) =>
  fact((it) => refusal(it.post("/v2/pods", { ...podBody, ...change })), [status, why]);
const updatedPod = (mounts: object | undefined, change: object, gets: unknown) =>
  fact(async (it) => {
    const { id } = await it.pod({ mounts });
    const { status, body } = await it.patch(`/v2/pods/${id}`, { mounts: change });
    return [status, body.mounts ?? body.detail];
  }, gets);

const mounts: Facts = {
  "a create with both kinds is refused": refusedPod(
    { mounts: { ...persistent, network: [{ volumeId: "v", path: "/v" }] } },
    400,
  ),
  "a persistent mount has at least 10 GB": refusedPod({ mounts: { persistent: { size: 9, path: "/data" } } }, 422),
  "a mount has all its fields": refusedPod(
    { mounts: { persistent: { size: 20 } } },
    422,
    expect.arrayContaining(["$.mounts.persistent: missing property 'path'"]),
  ),
  "there is one network mount at most": refusedPod(
    { mounts: { network: [1, 2].map(() => ({ volumeId: "v", path: "/v" })) } },
    422,
  ),
  "there is no kind of mount beyond persistent and network": refusedPod({ mounts: { object: [] } }, 422),
  "a pod on CPUs has no persistent mount": fact(
    (it) => refusal(it.post("/v2/pods", { ...onCpu, mounts: persistent })),
    [400, expect.anything()],
  ),
  "an update may change the path": updatedPod(persistent, { persistent: { size: 20, path: "/other" } }, [
    200,
    { persistent: { size: 20, path: "/other" } },
  ]),
  "an update may not change the size": updatedPod(persistent, { persistent: { size: 30, path: "/data" } }, [
    400,
    "mounts.persistent size cannot be changed",
  ]),
  "an update with empty mounts changes nothing": updatedPod(persistent, {}, [200, persistent]),
  "an update with an empty list of network mounts is refused": updatedPod(undefined, { network: [] }, [
    400,
    expect.anything(),
  ]),
  "an update with a kind of mount that the pod did not have is refused": updatedPod(undefined, persistent, [
    400,
    expect.anything(),
  ]),
  "an update with another volume is refused": fact(
    async (it) => {
      const [{ id: volumeId }, { id: other }] = [await it.volume(), await it.volume()];
      const { id } = await it.pod({ mounts: { network: [{ volumeId, path: "/v" }] } });
      return refusal(it.patch(`/v2/pods/${id}`, { mounts: { network: [{ volumeId: other, path: "/v" }] } }));
    },
    [400, expect.anything()],
  ),
};

holds(mounts);
