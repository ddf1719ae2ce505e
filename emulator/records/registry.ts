import * as z from "zod";
import { type FieldsOf, field, fieldsOf } from "./fields";

const text = (longest: number) => z.string().min(1).max(longest);

export const registryFields = fieldsOf({
  name: field(text(191), { create: "needed" }),
  username: field(text(191), { create: "needed", writeOnly: true }),
  password: field(text(16_384), { create: "needed", writeOnly: true }),
});

/** A registry credential. */
export interface Registry extends FieldsOf<typeof registryFields> {
  readonly id: string;
}

/** Permission to pull from one repository of Amazon's registry. */
export interface Delegation {
  readonly id: string;
  readonly name: string | null;
  readonly delegatorUserId: string;
  readonly awsUser: string;
  readonly repository: string;
  readonly tag: string;
  readonly awsRegion: string;
  readonly dockerRegistryUri: string;
  readonly createdAt: string;
}
