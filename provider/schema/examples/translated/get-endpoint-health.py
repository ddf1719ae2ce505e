import pulumi
import pulumi_podwright as podwright

health = podwright.get_endpoint_health(endpoint_id="mmd6zzya3w2rxd")
pulumi.export("waiting", health.in_queue)
