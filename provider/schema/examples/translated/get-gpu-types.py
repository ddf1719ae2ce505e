import pulumi
import pulumi_podwright as podwright

catalog = podwright.get_gpu_types(product=podwright.GetGpuTypesProduct.POD,
    count=2)
pulumi.export("first", catalog.gpu_types[0].id)
