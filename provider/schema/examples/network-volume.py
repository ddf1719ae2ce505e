import pulumi
import pulumi_podwright as podwright

data = podwright.NetworkVolume(
    "data",
    size=100,
    data_center="EU-RO-1",
    opts=pulumi.ResourceOptions(protect=True),
)
