import pulumi
import pulumi_podwright as podwright

endpoint = podwright.get_serverless_endpoint(id="mmd6zzya3w2rxd")
pulumi.export("workersMax", endpoint.workers_max)
