import pulumi
import pulumi_podwright as podwright

found = podwright.get_templates(serverless=True)
pulumi.export("first", found.templates[0].id)
