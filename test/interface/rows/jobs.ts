import { type Area, inFile, row } from "../row";

const fields = inFile("emulator/interface/job-fields");
const jobs = inFile("emulator/jobs");
const retries = inFile("emulator/job-retries");
const streams = inFile("emulator/job-streams");
const waits = inFile("emulator/interface/job-waits");
const client = inFile("unit/client/jobs");
const clientStreams = inFile("emulator/client-streams");
const served = (what: string) => inFile("emulator/operations")(`to endpoints the emulator serves > ${what}`);
const sent = (what: string) => inFile("unit/client/parity")(`to an endpoint the client sends > ${what}`);

const field = (name: string) => fields(`a finished job has > the field ${name}`);
const status = (name: string) => fields(`a job may be in the status > ${name}`);

export const job: Area = {
  title: "Job",
  rows: [
    row("`id`", "a text; `sync-…` of a synchronous job", field("id"), jobs("runsync > waits for the result")),
    row("`status`", "one of the states below", field("status")),
    row(
      "`output`",
      "what the handler made, once there is something",
      field("output"),
      fields("a job that is not finished has no output"),
    ),
    row("`delayTime`", "ms in the queue", field("delayTime")),
    row("`executionTime`", "ms of work", field("executionTime")),
  ],
};

export const jobStates: Area = {
  title: "States of a job",
  rows: [
    row("`IN_QUEUE`", "waits", status("IN_QUEUE")),
    row("`IN_PROGRESS`", "is worked on", status("IN_PROGRESS")),
    row("`COMPLETED`", "has its output", status("COMPLETED")),
    row("`FAILED`", "the handler raised", status("FAILED"), jobs("handlers > may return later, and may raise")),
    row("`CANCELLED`", "was stopped", status("CANCELLED")),
    row(
      "`TIMED_OUT`",
      "ran too long",
      status("TIMED_OUT"),
      jobs("handlers > a run beyond the execution timeout is TIMED_OUT, and frees the worker"),
    ),
    row(
      "(none) → `IN_QUEUE`",
      "by `/run`, which answers at once with the id",
      jobs("run and status > queues at once, reports its progress, and echoes the input"),
    ),
    row("(none) → `COMPLETED`", "by `/runsync`, within its wait", jobs("runsync > waits for the result")),
    row(
      "`IN_QUEUE` → `CANCELLED`",
      "by `/cancel`; the job leaves the queue",
      jobs("cancel and purge-queue > cancel ends a waiting and a running job at once, and frees the worker"),
    ),
    row(
      "`IN_PROGRESS` → `CANCELLED`",
      "by `/cancel`; the work is stopped",
      jobs("cancel and purge-queue > cancel ends a waiting and a running job at once, and frees the worker"),
      retries("a running handler > sees that its job was cancelled, timed out or removed"),
    ),
    row(
      "`FAILED` → `IN_QUEUE`",
      "by `/retry`: same id, same input, no old output",
      retries(
        "retry > runs a failed job again under its id, with its original input and nothing left of the first run",
      ),
      retries("retry > drops what the first run streamed"),
    ),
    row("`TIMED_OUT` → `IN_QUEUE`", "by `/retry`", retries("retry > takes a job that timed out")),
    row(
      "the queue",
      "is emptied by `/purge-queue`, which leaves what runs",
      jobs("cancel and purge-queue > purge removes what waits and leaves what runs"),
    ),
    row(
      "all of them together",
      "for a thousand jobs, with nothing lost or doubled",
      inFile("emulator/job-ledger")(
        "a thousand jobs streamed, cancelled, retried, purged and expired: nothing is lost or doubled",
      ),
    ),
  ],
};

export const jobOperations: Area = {
  title: "Job operations",
  rows: [
    row(
      "`POST /runsync`",
      "`id`, `status`, `output`, `delayTime`, `executionTime`",
      served("runsync as POST /v2/{id}/runsync"),
      sent("runsync as POST /v2/{id}/runsync"),
      jobs("runsync > waits for the result"),
    ),
    row(
      "`POST /run`",
      "`id` and `IN_QUEUE`",
      served("run as POST /v2/{id}/run"),
      sent("run as POST /v2/{id}/run"),
      jobs("run and status > queues at once, reports its progress, and echoes the input"),
    ),
    row(
      "`GET /status/<job>`",
      "the job; `output` where there is one",
      served("status as GET /v2/{id}/status/{jobId}"),
      sent("status as GET /v2/{id}/status/{jobId}"),
    ),
    row(
      "`GET /stream/<job>`",
      "a list of chunks",
      served("stream as GET /v2/{id}/stream/{jobId}"),
      sent("stream as GET /v2/{id}/stream/{jobId}"),
      streams("a streaming handler > is read while it runs, each chunk once, in the shape of the interface document"),
    ),
    row(
      "`POST /cancel/<job>`",
      "`id` and `CANCELLED`, at once",
      served("cancel as POST /v2/{id}/cancel/{jobId}"),
      sent("cancel as POST /v2/{id}/cancel/{jobId}"),
      jobs("cancel and purge-queue > cancel ends a waiting and a running job at once, and frees the worker"),
    ),
    row(
      "`POST /retry/<job>`",
      "`id` and `IN_QUEUE`",
      served("retry as POST /v2/{id}/retry/{jobId}"),
      sent("retry as POST /v2/{id}/retry/{jobId}"),
    ),
    row(
      "`POST /purge-queue`",
      "`removed` and `status`",
      served("purgeQueue as POST /v2/{id}/purge-queue"),
      sent("purgeQueue as POST /v2/{id}/purge-queue"),
      jobs("cancel and purge-queue > purge removes what waits and leaves what runs"),
    ),
    row(
      "`GET /health`",
      "`jobs` (`completed`, `failed`, `inProgress`, `inQueue`, `retried`) and `workers` (`idle`, `running`), counted",
      served("health as GET /v2/{id}/health"),
      sent("health as GET /v2/{id}/health"),
      fields("health tells > of %s the counts %j"),
      jobs("health > counts what happened so far and what goes on now"),
    ),
    row(
      "a body",
      "holds `input`, an object",
      jobs("refusals > a body of %j is 400"),
      client("no request is sent > for an input that is a list"),
    ),
    row(
      "`wait`",
      "whole ms, 1000 to 300000; 90 s by default",
      waits("runsync waits > 90 s unless told otherwise"),
      waits("runsync waits > 1 s with wait=1000, the least"),
      waits("runsync waits > 300 s with wait=300000, the most"),
      jobs("runsync > wait=999 is 400"),
      jobs("runsync > wait=300001 is 400"),
      client("no request is sent > for a wait below 1000 ms"),
      client("no request is sent > for a wait above 300000 ms"),
    ),
    row(
      "`ttl`",
      "ms until the job is removed",
      jobs("run and status > status?ttl= makes the job unknown after that time"),
      client("no request is sent > for a ttl of nothing"),
    ),
    row(
      "`output` and `metrics` of a chunk",
      "are the handler's own",
      streams("a streaming handler > may be slow, and tells metrics with its output"),
      client("a stream > is read from the bare list and from the object with its status alike"),
    ),
    row(
      "outputs larger than a chunk",
      "are split over several",
      streams("chunks larger than 1 MB > are split, texts into texts, without cutting a character, metrics last"),
      clientStreams(
        "over a stream in the shape of an array > chunks above 1 MB arrive in parts that make up the whole, beside their metrics",
      ),
      clientStreams(
        "over a stream in the shape of an object > chunks above 1 MB arrive in parts that make up the whole, beside their metrics",
      ),
    ),
    row(
      "a handler that does not stream",
      "delivers no chunk",
      clientStreams(
        "over a stream in the shape of an array > a handler that does not stream delivers no chunk, and its output all the same",
      ),
    ),
    row(
      "`/retry`",
      "of `FAILED` and `TIMED_OUT` only",
      retries("retry > refuses a job that is IN_QUEUE"),
      retries("retry > refuses a job that is IN_PROGRESS"),
      retries("retry > refuses a job that is COMPLETED"),
      retries("retry > refuses a job that is CANCELLED"),
    ),
  ],
};

const publicModels = inFile("emulator/public-endpoints");
const prices = inFile("unit/client/public-endpoints");
const ofUnit = "a job of %s with %o is estimated from its unit";

export const publicEndpoints: Area = {
  title: "Public endpoints",
  rows: [
    row(
      "`POST /v2/<model>/runsync`",
      "waits for the result",
      served("public runsync as POST /v2/{id}/runsync"),
      sent("public runsync as POST /v2/{id}/runsync"),
      publicModels("a public model > answers runsync too, and can be cancelled"),
    ),
    row(
      "`POST /v2/<model>/run`",
      "answers an id to ask for",
      served("public run as POST /v2/{id}/run"),
      sent("public run as POST /v2/{id}/run"),
      prices("a public model takes jobs like an endpoint of one's own, with the key as a bearer"),
    ),
    row(
      "the other job operations",
      "work as with an endpoint of one's own",
      sent("public status as GET /v2/{id}/status/{jobId}"),
      sent("public stream as GET /v2/{id}/stream/{jobId}"),
      sent("public cancel as POST /v2/{id}/cancel/{jobId}"),
      sent("public retry as POST /v2/{id}/retry/{jobId}"),
    ),
    row(
      "`input` and `output`",
      "are the model's own",
      publicModels("a public model > %s answers %j with its output and cost, and bills it"),
      inFile("emulator/client-streams")(
        "public models answer our client: result, cost as estimated, and a refusal that is a failed job",
      ),
    ),
    row(
      "a failed generation",
      "costs nothing",
      publicModels("a public model > may be told to fail, and then costs nothing until a retry succeeds"),
      publicModels("a public model > %s fails at once for %j, in a 400 that is a job, and costs nothing"),
    ),
    row("images", "a price per megapixel: 0.02 and 0.0024", prices(ofUnit)),
    row(
      "video",
      "a price per 5 seconds: 0.50",
      prices(ofUnit),
      prices("the models of the price list are listed with what they cost"),
    ),
    row("speech", "a price per 1000 characters: 0.05", prices(ofUnit)),
    row(
      "text",
      "a price per million tokens: 10.00",
      prices(ofUnit),
      publicModels("a public model > of text answers tokens and their usage, no more than it may"),
    ),
  ],
};
