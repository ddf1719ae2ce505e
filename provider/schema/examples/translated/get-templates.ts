import * as podwright from "pulumi-podwright";

const found = podwright.getTemplates({
    serverless: true,
});
export const first = found.then(found => found.templates?.[0]?.id);
