import * as podwright from "pulumi-podwright";

const bills = podwright.getBilling({
  subject: "pods",
  lastN: 7,
});
export const spent = bills.then((bills) => bills.totalAmount);
