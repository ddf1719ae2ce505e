import { type Area, inFile, row } from "../row";

const conventions = inFile("emulator/conventions");
const requests = inFile("unit/client/requests");
const errors = inFile("unit/client/errors");
const operations = inFile("emulator/operations");
const validation = inFile("emulator/validation");
const mounts = inFile("emulator/pod-mounts");
const rates = inFile("emulator/rate-limit");
const pacing = inFile("unit/client/pacing");
const waits = inFile("emulator/interface/job-waits");
const jobs = inFile("emulator/jobs");
const client = inFile("unit/client/jobs");

const keys = conventions("keys > REST takes Bearer only; job operations also the bare key; GraphQL also api_key");
const places = requests("where the key goes > REST takes it as a bearer, job operations bare, GraphQL in the query");
const kind = (what: string) => errors(`${what} has its own kind of error`);
const problem = conventions("envelopes > REST errors are problem+json with title, status and detail, and nothing else");
const failures = validation("createPod > lists every failure, and blames valid siblings too, as the live service does");

export const authentication: Area = {
  title: "Authentication",
  rows: [
    row("REST", "`Authorization: Bearer <key>`", keys, places),
    row(
      "public endpoints",
      "the same",
      inFile("unit/client/public-endpoints")(
        "a public model takes jobs like an endpoint of one's own, with the key as a bearer",
      ),
      inFile("emulator/public-endpoints")(
        "a public model > takes the key as a bearer only, belongs to nobody's list, and has neither health nor queue to purge",
      ),
    ),
    row(
      "job operations",
      "the bare key in `authorization`",
      keys,
      places,
      client("every job operation goes to its path with the bare key and returns the platform's response"),
    ),
    row("GraphQL", "`api_key` in the query", keys, places),
    row(
      "a key without permission",
      "403",
      conventions("keys > the read-only key reads everything and writes nothing"),
      operations("over REST the emulator serves > createPod only to keys that may write"),
      kind("403"),
    ),
    row(
      "a key that is missing or wrong",
      "401",
      conventions("keys > REST answers 401 without and with a wrong one"),
      conventions("keys > GraphQL answers 401 without and with a wrong one"),
      conventions("keys > job operations answers 401 without and with a wrong one"),
      kind("401"),
    ),
  ],
};

export const errorAnswers: Area = {
  title: "Errors",
  rows: [
    row("`application/problem+json`", "is how REST refuses", problem),
    row("`title`", "a text", problem),
    row("`status`", "the HTTP status", problem),
    row("`detail`", "a text for people", problem),
    row(
      "`errors`",
      "what is wrong with the request, one by one, each with its place",
      failures,
      errors("missing fields come first among the failures of a request, then the deepest ones"),
    ),
    row(
      "400",
      "no JSON, or against a rule",
      validation("createPod > a body of %j is malformed, 400"),
      mounts("on create > both kinds"),
      mounts("on update > of a network pod: an empty list"),
      mounts("on update > of a network pod: another volume"),
      mounts("on update > of a network pod: an introduced persistent kind"),
      kind("400"),
    ),
    row(
      "401",
      "a key that is missing or wrong",
      conventions("keys > REST answers 401 without and with a wrong one"),
      kind("401"),
    ),
    row(
      "403",
      "a key without permission",
      conventions("keys > the read-only key reads everything and writes nothing"),
      kind("403"),
    ),
    row(
      "422",
      "well formed, and not valid",
      failures,
      mounts("on create > a persistent entry without path"),
      kind("422"),
    ),
    row(
      "429",
      "a window is used up; the answer names it",
      rates("counts down, refuses with the window's name, and opens again when the window has passed"),
      rates("names the window one has to wait for longest"),
      rates("the day is a window too, and refused requests do not count"),
      kind("429 for the day"),
    ),
    row(
      "any other status",
      "the same body",
      inFile("emulator/faults")("faults > answer a status with the surface's envelope, once unless told otherwise"),
      kind("500"),
      kind("402"),
      kind("409"),
    ),
    row(
      "`Retry-After`",
      "seconds to wait",
      rates("counts down, refuses with the window's name, and opens again when the window has passed"),
      errors("a limit too long to wait for names its window and when it ends"),
    ),
    row(
      "`RateLimit`, `RateLimit-Policy`",
      "come with a 429",
      rates("counts down, refuses with the window's name, and opens again when the window has passed"),
      pacing("a 429 without rate headers holds everyone for the wait it names"),
    ),
    row(
      "hardware and mounts of a pod",
      "both of `gpu` and `cpu`, neither, or `persistent` beside `cpu`",
      validation("createPod > neither gpu nor cpu"),
      validation("createPod > both gpu and cpu"),
      mounts("on create > persistent on a CPU pod"),
    ),
    row(
      "job operations and GraphQL",
      "have envelopes of their own",
      conventions("envelopes > job operations answer {error}, GraphQL {errors, data: null}"),
    ),
  ],
};

export const limits: Area = {
  title: "Limits",
  rows: [
    row(
      "20 MB",
      "payload of `/runsync`",
      jobs("refusals > payloads above 10 MB for run and 20 MB for runsync are 400"),
      client("no request is sent > for /runsync above 20 MB"),
    ),
    row(
      "10 MB",
      "payload of `/run`",
      jobs("refusals > payloads above 10 MB for run and 20 MB for runsync are 400"),
      client("no request is sent > for /run above 10 MB"),
      client("no request is sent > while 10 MB less the envelope still goes out"),
    ),
    row(
      "1 minute, 5 at most",
      "a result of `/runsync` is kept",
      waits("the result of runsync is kept > 1 minute unless told otherwise"),
      waits("the result of runsync is kept > 5 minutes with the largest wait"),
    ),
    row(
      "30 minutes",
      "a result of `/run` is kept",
      jobs("run and status > results go after 30 minutes, and after one minute for runsync"),
    ),
    row("90 s", "`/runsync` waits by default", waits("runsync waits > 90 s unless told otherwise")),
    row(
      "1000 to 300000 ms",
      "`wait` of `/runsync`",
      jobs("runsync > wait=999 is 400"),
      jobs("runsync > wait=300001 is 400"),
      client("no request is sent > for a wait below 1000 ms"),
      client("no request is sent > for a wait above 300000 ms"),
    ),
    row(
      "1 MB",
      "a chunk of `/stream`",
      inFile("emulator/job-streams")("chunks larger than 1 MB > up to 1 MB stay whole"),
      inFile("emulator/job-streams")(
        "chunks larger than 1 MB > are split, texts into texts, without cutting a character, metrics last",
      ),
    ),
    row(
      "an expired result",
      "cannot be retried",
      inFile("emulator/job-retries")("retry > does not find a job whose result has expired, nor one that never was"),
    ),
    row("1 GB", "`disk` of a pod, at least", validation("createPod > disk 0")),
    row("10 GB", "`size` of a persistent mount, at least", mounts("on create > persistent below 10 GB")),
    row(
      "2, and a power of two",
      "`vcpuCount`",
      validation("createPod > vcpuCount 1"),
      validation("createPod > vcpuCount 3"),
      inFile("unit/provider/check")("a pod's inputs > take a power of two of virtual CPUs, not 3"),
    ),
    row(
      "1",
      "`count` of GPUs, at least and by default",
      validation("createPod > gpu.count 0"),
      inFile("emulator/interface/create-pod")("createPod without > gpu.count has 1 GPU"),
    ),
    row("1 at most", "`mounts.network`", mounts("on create > two network entries")),
    row(
      "0 and 0",
      "`workersMin` and `workersMax` before `deleteEndpoint`",
      inFile("emulator/graphql")("deleteEndpoint > is refused while workers are configured, naming both fields"),
    ),
    row(
      "minute, hour, day",
      "requests of one user",
      rates("names the window one has to wait for longest"),
      rates("the day is a window too, and refused requests do not count"),
    ),
    row(
      "`RateLimit-Policy`",
      "`q` requests in `w` seconds, with every answer",
      conventions("envelopes > a 401 has no rate headers, every other REST answer has"),
      pacing(
        "with 60 requests a minute > two hundred concurrent calls all succeed, without a 429, in little more than three minutes",
      ),
    ),
    row(
      "`RateLimit`",
      "`r` left, `t` seconds until it is reset, with every answer",
      conventions("envelopes > a 401 has no rate headers, every other REST answer has"),
      rates("counts down, refuses with the window's name, and opens again when the window has passed"),
    ),
  ],
};

export const versions: Area = {
  title: "Versions",
  rows: [
    row("REST", "has `/v2` before every path", operations("over REST the emulator serves > listPods as GET /v2/pods")),
    row("job operations", "too", operations("to endpoints the emulator serves > run as POST /v2/{id}/run")),
    row("GraphQL", "is at `/graphql`", operations("over GraphQL the emulator serves > saveEndpoint")),
  ],
};
