import pulumi
import pulumi_podwright as podwright

data = podwright.NetworkVolume("data",
    size=100,
    data_center=podwright.DataCenterId.EU_RO_1,
    opts = pulumi.ResourceOptions(protect=True))
