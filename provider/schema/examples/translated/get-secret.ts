import * as podwright from "pulumi-podwright";

const token = podwright.getSecret({
    name: "hf_token",
});
export const tokenId = token.then(token => token.id);
