import pulumi
import pulumi_podwright as podwright

catalog = podwright.get_data_centers(global_network=True)
pulumi.export("first", catalog.data_centers[0].id)
