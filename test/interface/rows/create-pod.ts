import { type Area, inFile, row } from "../row";

const create = inFile("emulator/interface/create-pod");
const validation = inFile("emulator/validation");
const operations = inFile("emulator/operations");
const parity = inFile("unit/client/parity");
const pods = inFile("emulator/pod-states");
const checks = inFile("unit/provider/check");

const takes = (field: string) => create(`createPod takes > the field ${field}`);

export const createPod: Area = {
  title: "Creating a pod",
  rows: [
    row(
      "`POST /v2/pods`",
      "is `createPod`",
      operations("over REST the emulator serves > createPod as POST /v2/pods"),
      parity("over REST the client sends > createPod as POST /v2/pods"),
    ),
    row(
      "`name`",
      "required, at least one character",
      takes("name"),
      validation("createPod > a missing name"),
      validation("createPod > an empty name"),
    ),
    row("`image`", "required", takes("image"), validation("createPod > a missing image without template")),
    row("`args`", "optional", takes("args")),
    row("`disk`", "optional; GB, at least 1", takes("disk"), validation("createPod > disk 0")),
    row(
      "`ports`",
      "optional; `<port>/<protocol>`",
      takes("ports"),
      validation("createPod > a port without protocol"),
      checks("a pod's inputs > do not take the port %j"),
    ),
    row("`env`", "optional; texts by name", takes("env"), validation("createPod > an env value that is no string")),
    row(
      "`registry`",
      "optional; the id of a credential, or null",
      takes("registry"),
      inFile("emulator/interface/pod-fields")("a pod on a GPU has > the field registry"),
      validation("createPod > registry null"),
      validation("createPod > an unknown registry"),
    ),
    row(
      "`mounts`",
      "optional; no persistent one beside `cpu`",
      takes("mounts"),
      inFile("emulator/pod-mounts")("on create > persistent on a CPU pod"),
    ),
    row(
      "`gpu` or `cpu`",
      "exactly one of the two",
      takes("gpu"),
      takes("cpu"),
      validation("createPod > neither gpu nor cpu"),
      validation("createPod > both gpu and cpu"),
    ),
    row("`cloud`", "optional; `SECURE` by default", takes("cloud"), create("createPod without > cloud is on SECURE")),
    row(
      "`dataCenterIds`",
      "optional; none lets the scheduler choose",
      takes("dataCenterIds"),
      create("createPod without > dataCenterIds is placed by the scheduler"),
      inFile("emulator/pod-placement")("placement > keeps to the data centers asked for"),
    ),
    row(
      "`globalNetworking`",
      "optional, false by default; for NVIDIA GPUs in data centers that have it",
      takes("globalNetworking, which is true once the pod runs"),
      create("createPod without > globalNetworking has none"),
      pods("global networking > needs an NVIDIA GPU"),
      pods("global networking > needs a data center that has it"),
    ),
    row("any other field", "is refused", validation("createPod > an unknown property")),
    row(
      "settings of a template",
      "can be copied into the pod",
      inFile("emulator/pod-placement")("a template > is copied once, and the request wins"),
    ),
    row("the answer", "201 with the pod", create("createPod answers 201 with a pod that is PROVISIONING")),
    row(
      "where data centers have global networking",
      "`GET /v2/catalog/datacenters` tells",
      inFile("emulator/things")(
        "the catalog > lists hardware and places under their wrappers, without availability unless asked",
      ),
    ),
    row(
      "what CPU flavors there are",
      "`GET /v2/catalog/cpus` tells",
      inFile("emulator/catalog")("the catalog of hardware > has CPU flavors with their sizes and prices"),
    ),
  ],
};
