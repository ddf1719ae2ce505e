"""Uses RunPod's package runpod-flash as its users do, and prints the results as one line of JSON. The test sets only its addresses."""

import asyncio
import json
import sys

from runpod_flash import Endpoint, GpuGroup, ResourceManager
from runpod_flash.core.api.runpod import RunpodGraphQLClient


async def use(prompt, **settings):
    """Deploys the endpoint unless it is already as declared, and runs a job on it."""
    endpoint = Endpoint(name="flashy", image="worker:1", gpu=GpuGroup.ADA_24, **settings)
    job = await endpoint.run({"prompt": prompt})
    await job.wait(timeout=20)
    return {"output": job.output, "error": job.error}


async def main():
    told = {"created": await use("hi", workers=(0, 2), env={"A": "1"})}
    told["updated"] = await use("again", workers=(0, 4), idle_timeout=42, env={"A": "1", "B": "2"})
    async with RunpodGraphQLClient() as client:
        # The id in the package's own model of the endpoint, with which every later run begins.
        (deployed,) = ResourceManager().list_all_resources().values()
        saved = {"id": deployed.id, "name": deployed.name, "gpuIds": "ADA_24", "templateId": deployed.templateId}
        told["exists"] = [await client.endpoint_exists(saved["id"]), await client.endpoint_exists("nobody")]
        told["template"] = await client.get_template(saved["templateId"])
        try:
            await client.delete_endpoint(saved["id"])
        except Exception as error:
            told["busy"] = str(error)
        await client.save_endpoint({**saved, "workersMin": 0, "workersMax": 0})
        told["deleted"] = await client.delete_endpoint(saved["id"])
    json.dump(told, sys.stdout)


asyncio.run(main())
