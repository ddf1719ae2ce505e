import pulumi
import pulumi_podwright as podwright

smoke = podwright.run_job(endpoint_id="mmd6zzya3w2rxd",
    input={
        "prompt": "Hello",
    })
pulumi.export("answer", smoke.output)
