import pulumi
import pulumi_podwright as podwright

pod = podwright.get_pod(id="8flcb2nif3l6sp")
pulumi.export("status", pod.status)
