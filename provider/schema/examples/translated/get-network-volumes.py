import pulumi
import pulumi_podwright as podwright

found = podwright.get_network_volumes(data_center="EU-RO-1")
pulumi.export("first", found.network_volumes[0].id)
