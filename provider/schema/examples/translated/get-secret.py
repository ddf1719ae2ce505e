import pulumi
import pulumi_podwright as podwright

token = podwright.get_secret(name="hf_token")
pulumi.export("tokenId", token.id)
