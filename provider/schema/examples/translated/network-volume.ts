import * as podwright from "pulumi-podwright";

const data = new podwright.NetworkVolume("data", {
    size: 100,
    dataCenter: podwright.DataCenterId.Eu_Ro_1,
}, {
    protect: true,
});
