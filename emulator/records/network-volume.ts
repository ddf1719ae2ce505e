import * as z from "zod";
import { volumeTypes } from "../stock/hardware";
import { type FieldsOf, field, fieldsOf } from "./fields";

export const volumeFields = fieldsOf({
  name: field(z.string().min(1), { create: "needed", update: "accepted" }),
  size: field(z.int().min(10).max(4096), { create: "needed", update: "accepted" }),
  dataCenter: field(z.string().min(1), { create: "needed" }),
  type: field(z.enum(volumeTypes), { create: "accepted" }),
});

export interface NetworkVolume extends FieldsOf<typeof volumeFields> {
  readonly id: string;
}
