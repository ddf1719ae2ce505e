import pulumi
import pulumi_podwright as podwright

catalog = podwright.get_cpu_types(product=podwright.GetCpuTypesProduct.POD,
    vcpu_count=4)
pulumi.export("first", catalog.cpu_types[0].id)
