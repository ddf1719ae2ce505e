import { LIVE, measurement, newerDocument, pages, recorded, restDocument } from "../../../cli/assumptions/evidence";
import { FULL, type Unprobed, WORKER } from "./reasons";

/** Assumptions about pods and clusters. */
export const podsWithoutProbe: readonly Unprobed[] = [
  {
    assumption: "`runtime.ports` of a pod may hold ports that the program did not ask for",
    evidence: [recorded("01")],
    reason: "it depends on the image and the host",
  },
  {
    assumption:
      "A pod that stays `RUNNING` without a container for six minutes, while its log does not change, will never get a container",
    evidence: [
      pages("pods, which give up after five to six minutes"),
      measurement("by other clients, which give up after two minutes"),
    ],
    reason: "it needs a broken host",
  },
  {
    assumption:
      "A tcp port above 70000 of a pod asks for a port with the same number inside and outside, and `RUNPOD_TCP_PORT_<asked>` contains this number",
    evidence: [pages("exposing ports")],
    reason: "it needs an image that shows its environment",
  },
  {
    assumption: "RunPod's proxy serves at most 10 http ports of a pod, and no pod has udp ports",
    evidence: [pages("exposing ports")],
    reason: "a request with more ports would create a pod if the assumption is wrong",
  },
  {
    assumption: "RunPod maps public port 22 even if the image has no SSH server",
    evidence: [pages("the command line of RunPod")],
    reason: "only a login from this machine could show it",
  },
  {
    assumption: "A stopped pod keeps its host, and its start fails with a 400 while other pods use the GPUs",
    evidence: [recorded("18"), restDocument("`Pod.cudaVersion`")],
    reason: FULL,
  },
  {
    assumption: "RunPod creates a pod only in its `dataCenterIds`, if the list is not empty",
    evidence: [LIVE],
    reason: FULL,
  },
  {
    assumption: "A pod or worker keeps the value that a secret had when the pod or worker started",
    evidence: [newerDocument("`updateSecret`")],
    reason: "it needs an image that shows its environment",
  },
  {
    assumption: "The delete of a pod destroys its persistent mount, but only detaches its network volume",
    evidence: [restDocument("`deletePod`")],
    reason: "only a pod on a GPU has a persistent mount",
  },
  {
    assumption: "The kind of a pod's mount and its volume are fixed, and a persistent mount only grows",
    evidence: [restDocument("`Mounts`")],
    reason: "only a pod on a GPU has a persistent mount",
  },
  {
    assumption: "A stopped pod may start without its GPUs, and RunPod then shows 0 GPUs",
    evidence: [pages("pods")],
    reason: FULL,
  },
  {
    assumption: "A pod shows a sign of its new run within fifteen seconds after a reset, start or restart",
    evidence: [],
    reason: "`own-answer` and `patch-resets` show this behavior only for one pod",
  },
  {
    assumption: "Only the name of a cluster can change",
    evidence: [restDocument("`updateCluster`")],
    reason: "the smallest cluster costs several GPU pods",
  },
  {
    assumption:
      "A line of a log may lack an id, and its time has nanoseconds or whole seconds. Two lines may have the same time",
    evidence: [recorded("80"), recorded("81"), recorded("82")],
    reason: WORKER,
  },
  {
    assumption: "The `template` of a pod may stay null, and a template for endpoints is refused for a pod with a 422",
    evidence: [recorded("93"), recorded("94")],
    reason: "it needs a pod, and a pod costs money",
  },
];
