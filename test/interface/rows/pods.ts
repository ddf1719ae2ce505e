import { type Area, inFile, row } from "../row";

const fields = inFile("emulator/interface/pod-fields");
const states = inFile("emulator/pod-states");
const placement = inFile("emulator/pod-placement");
const mounts = inFile("emulator/pod-mounts");
const validation = inFile("emulator/validation");
const replacements = inFile("unit/provider/replacements");
const checks = inFile("unit/provider/check");

const ofPod = (field: string) => fields(`a pod on a GPU has > the field ${field}`);
const ofRuntime = (field: string) => fields(`runtime has > the field ${field}`);
const ofNetwork = (field: string) => fields(`globalNetworking has > the field ${field}`);
const empty = (field: string) =>
  fields(`what is null or empty as long as there is nothing to tell > the field ${field}`);

export const pod: Area = {
  title: "Pod",
  rows: [
    row("`id`", "a text that names the pod", ofPod("id")),
    row("`name`", "a text", ofPod("name")),
    row("`status`", "one of the states below", ofPod("status")),
    row(
      "`actions`",
      "those of `start`, `stop`, `restart` and `terminate` that the status allows",
      ofPod("actions"),
      states("a pod's life > in %s it offers %j, and refuses the rest with 409"),
    ),
    row("`image`", "the container's image", ofPod("image")),
    row("`args`", "what the entrypoint is given", ofPod("args")),
    row("`disk`", "GB, whole, at least 1", ofPod("disk"), validation("createPod > disk 0")),
    row("`ports`", "a list of `<port>/<protocol>`", ofPod("ports"), validation("createPod > a port without protocol")),
    row("`env`", "texts by name", ofPod("env"), validation("createPod > an env value that is no string")),
    row("`registry`", "the id of a credential, or null", ofPod("registry"), empty("registry")),
    row("`mounts`", "an object, empty where the pod has no mount", ofPod("mounts"), empty("mounts")),
    row("`gpu`", "on GPU pods only", ofPod("gpu"), fields("a pod on a GPU has > no cpu")),
    row("`cpu`", "on CPU pods only", fields("a pod on a CPU has the field cpu, and no gpu")),
    row("`cloud`", "`SECURE` or `COMMUNITY`", ofPod("cloud"), validation("createPod > a bad cloud")),
    row("`dataCenterId`", "where the scheduler put the pod", ofPod("dataCenterId")),
    row("`template`", "an id or null", ofPod("template"), empty("template")),
    row(
      "`cost`",
      "US dollars an hour; 0 in `EXITED` and `TERMINATED`",
      ofPod("cost"),
      fields("a pod may be in the status > EXITED, in which it costs nothing"),
      fields("a pod may be in the status > TERMINATED, in which it costs nothing"),
    ),
    row(
      "`locked`",
      "true keeps the pod from being stopped and reset",
      ofPod("locked"),
      states("a locked pod > can neither stop nor restart, and offers neither, but can be terminated"),
      states("a locked pod > refuses resetting changes unless the same request unlocks it"),
    ),
    row("`globalNetworking`", "an object, see below", ofPod("globalNetworking"), empty("globalNetworking")),
    row("`runtime`", "figures of now; null unless `RUNNING`", ofPod("runtime"), empty("runtime")),
    row("`createdAt`", "a date-time", ofPod("createdAt")),
    row("`startedAt`", "a date-time, or null", ofPod("startedAt"), empty("startedAt")),
  ],
};

export const podMounts: Area = {
  title: "Mounts of a pod",
  rows: [
    row("`persistent`", "storage on the host", fields("the mount > persistent has size and path")),
    row(
      "`network`",
      "a list of at most one network volume",
      fields("the mount > network is a list of one, with volumeId and path"),
      mounts("on create > two network entries"),
    ),
    row("another kind", "is 422", mounts("on create > an unknown kind")),
    row(
      "both kinds",
      "exclude each other: 400",
      mounts("on create > both kinds"),
      checks("a pod's inputs > are refused: %j"),
    ),
    row(
      "the kind",
      "is fixed at creation",
      mounts("on update > of a persistent pod: an introduced network kind"),
      mounts("on update > of a network pod: an introduced persistent kind"),
      mounts("on update > of a pod without mounts: %o is 400"),
    ),
    row(
      "an entry",
      "is whole, or 422",
      mounts("on create > a persistent entry without path"),
      mounts("on create > a network entry without path"),
      mounts("on create > a network entry without volumeId"),
      mounts("on update > of a persistent pod: an entry without size"),
    ),
    row(
      "left out of an update",
      "or empty there: what is mounted stays",
      mounts("on update > of a persistent pod: omitted"),
      mounts("on update > of a persistent pod: {}"),
      mounts("on update > the mount that was there stays as it was when the update leaves it out"),
    ),
    row(
      "an empty `network` in an update",
      "is 400",
      mounts("on update > of a network pod: an empty list"),
      mounts("on update > of a persistent pod: an empty network list"),
    ),
    row(
      "another `volumeId` in an update",
      "is 400",
      mounts("on update > of a network pod: another volume"),
      replacements("replacing a pod > happens when another volume is mounted"),
    ),
    row(
      "another `path` in an update",
      "is taken",
      mounts("on update > of a persistent pod: another path"),
      mounts("on update > of a network pod: another path"),
    ),
    row("`persistent.size`", "GB, at least 10", mounts("on create > persistent below 10 GB")),
    row("`persistent.path`", "required", mounts("on create > a persistent entry without path")),
    row("`persistent` on a CPU pod", "is refused", mounts("on create > persistent on a CPU pod")),
    row(
      "`network[].volumeId`",
      "a volume in the pod's data center",
      mounts("on create > a volume in another data center"),
      mounts("on create > an unknown volume"),
      mounts("on create > a network volume decides the data center"),
    ),
    row("`network[].path`", "required, without a default", mounts("on create > a network entry without path")),
    row("`network` on a CPU pod", "is taken", mounts("on create > network on a CPU pod")),
    row("an unknown property of an entry", "is 422", mounts("on create > an unknown key in an entry")),
  ],
};

export const hardware: Area = {
  title: "GPU, CPU, network and figures of a pod",
  rows: [
    row("`gpu.id`", "a GPU type", ofPod("gpu"), validation("createPod > an unknown GPU type")),
    row(
      "`gpu.count`",
      "at least 1, which is the default",
      validation("createPod > gpu.count 0"),
      inFile("emulator/interface/create-pod")("createPod without > gpu.count has 1 GPU"),
    ),
    row("another property of `gpu`", "is 422", validation("createPod > gpu.foo")),
    row("`cpu.id`", "a flavor of the catalog", validation("createPod > an unknown flavor")),
    row(
      "`cpu.vcpuCount`",
      "a power of two from 2 up that the flavor has",
      validation("createPod > vcpuCount 1"),
      validation("createPod > vcpuCount 3"),
      validation("createPod > vcpuCount above the flavor's range"),
      checks("a pod's inputs > take a power of two of virtual CPUs, not 3"),
    ),
    row(
      "`cpu.memory`",
      "GB, follows from the flavor, is never sent",
      placement("placement > costs price times count on GPU, and per vCPU on CPU, with the derived memory"),
      validation("createPod > cpu.memory"),
    ),
    row("`globalNetworking.enabled`", "whether the pod has such an address", ofNetwork("enabled")),
    row("`globalNetworking.ip`", "while it has", ofNetwork("ip"), empty("globalNetworking")),
    row("`globalNetworking.internalDns`", "`<pod id>.<service>.internal`, while it has", ofNetwork("internalDns")),
    row("`runtime.uptime`", "seconds", ofRuntime("uptime"), fields("runtime has > an uptime in seconds")),
    row("`runtime.gpus`", "`util` and `memoryUtil` of each", ofRuntime("gpus")),
    row("`runtime.cpu`", "`util`, 0 to 100", ofRuntime("cpu")),
    row("`runtime.memory`", "`util`, 0 to 100", ofRuntime("memory")),
    row("`runtime.ports`", "`private`, `public`, `type`, `ip` of each", ofRuntime("ports")),
  ],
};

const seen = (status: string) => fields(`a pod may be in the status > ${status}`);
const life = states("a pod's life > goes from PROVISIONING over STARTING to RUNNING as time passes");

export const podStates: Area = {
  title: "States of a pod",
  rows: [
    row("`PROVISIONING`", "a place is being found", seen("PROVISIONING"), life),
    row("`STARTING`", "the container starts", seen("STARTING"), life),
    row("`RUNNING`", "the container is healthy", seen("RUNNING"), life),
    row(
      "`EXITED`",
      "stopped",
      seen("EXITED"),
      states("a pod's life > costs nothing and has no runtime in EXITED, and keeps startedAt"),
    ),
    row(
      "`ERROR`",
      "beyond recovery",
      seen("ERROR"),
      states("scripted containers > can fail, with their last words in the log"),
      inFile("emulator/lifecycles/pod")(
        "a pod that does not become ready > for an error tells id, last state, log tail without secrets, cost and what to type",
      ),
    ),
    row(
      "`TERMINATED`",
      "gone for good",
      seen("TERMINATED"),
      states("a pod's life > after terminate it is 404 everywhere and in no list"),
    ),
    row(
      "(none) → `PROVISIONING`",
      "after `createPod`, with 201 and nothing started",
      inFile("emulator/interface/create-pod")("createPod answers 201 with a pod that is PROVISIONING"),
    ),
    row("`PROVISIONING` → `STARTING`", "by itself", life),
    row("`STARTING` → `RUNNING`", "by itself; `runtime` is there from then on", life),
    row(
      "`start`, `stop`, `restart`, `terminate`",
      "where `actions` has them, else 409",
      states("a pod's life > start answers STARTING, then reaches RUNNING with a new startedAt"),
      states("a pod's life > restart answers STARTING without runtime"),
      states("a pod's life > in %s it offers %j, and refuses the rest with 409"),
    ),
    row(
      "readiness",
      "is read from `status`, never taken from the create's answer",
      inFile("emulator/lifecycles/pod")(
        "creating a pod > ends when it runs, and tells each state on the way with its cost",
      ),
    ),
  ],
};
