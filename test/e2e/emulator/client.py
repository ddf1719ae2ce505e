"""Uses RunPod's Python package as its users do, and prints the results as one line of JSON. The test sets only its addresses."""

import json
import sys

import runpod
from runpod.error import AuthenticationError, QueryError

runpod.api_key = "emulator-key"


def refused(call, *args):
    """The error of a call that must not succeed."""
    try:
        call(*args)
    except (AuthenticationError, QueryError) as error:
        return f"{type(error).__name__}: {error}"
    return "accepted"


template = runpod.create_template("worker", "worker:1", is_serverless=True, env={"A": "1"})
other = runpod.create_template("other", "worker:2", is_serverless=True)
endpoint = runpod.create_endpoint("jobs", template["id"], gpu_ids="ADA_24", idle_timeout=7, workers_max=2, flashboot=True)
listed = runpod.get_endpoints()
swapped = runpod.update_endpoint_template(endpoint["id"], other["id"])

jobs = runpod.Endpoint(endpoint["id"])
job = jobs.run({"prompt": "hi"})
first_status = job.status()
output = job.output(timeout=20)
streamed = list(jobs.run({"stream": 3}).stream())
sync_output = jobs.run_sync({"input": {"n": 1}}, timeout=20)
slow = jobs.run({"slow": True})
cancelled = slow.cancel()

json.dump(
    {
        "version": runpod.__version__,
        "template": template,
        "endpoint": endpoint,
        "listed": listed,
        "swapped": swapped,
        "first_status": first_status,
        "output": output,
        "streamed": streamed,
        "sync_output": sync_output,
        "cancelled": cancelled["status"],
        "purged": jobs.purge_queue(),
        "health": jobs.health(),
        "taken_name": refused(runpod.create_template, "worker", "worker:1"),
        "bound_template": refused(runpod.create_endpoint, "more", other["id"]),
        "pods": refused(runpod.get_pods),
        "wrong_key": refused(runpod.get_user, "wrong"),
    },
    sys.stdout,
)
