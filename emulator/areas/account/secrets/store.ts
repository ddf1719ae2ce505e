import * as z from "zod";
import { problems } from "../../../http/problem";
import { changeRequest, request } from "../../../http/validation";
import type { Platform } from "../../../platform/platform";
import type { Secret } from "../../../records/secret";
import { timestamp } from "../../../time/clock";

const longestValue = 16_777_216;
const longestDescription = 65_535;

const settings = {
  value: z.string().min(1).refine(isShort, `maxLength: want ${longestValue}`),
  description: z.string().optional(),
};

/** Whether the value is within the limit. The limit counts characters, and JavaScript's `length` counts some characters twice. */
function isShort(value: string): boolean {
  return value.length <= longestValue || [...value].length <= longestValue;
}

export const createSecretRequest = request({
  name: z
    .string()
    .min(1)
    .max(191)
    .regex(/^[a-zA-Z_][a-zA-Z0-9_.\-/]*$/),
  ...settings,
});

export const updateSecretRequest = changeRequest({ ...settings, value: settings.value.optional() });

export function createSecret(
  platform: Platform,
  { name, value, description }: ReturnType<typeof createSecretRequest.parse>,
): Secret {
  const { ids, clock, secrets } = platform;
  if (/^runpod/i.test(name)) throw problems.rule("secret names that begin with RUNPOD are reserved");
  checkValue(value);
  checkDescription(description);
  if (secretsNamed(platform, name).length > 0) throw problems.conflict(`secret name '${name}' is already in use`);
  const now = clock.now();
  const times = { createdAt: now, valueSetAt: now, updatedAt: now };
  const secret: Secret = { id: ids.resource(), name, description: description ?? null, ...times };
  secrets.set(secret.id, secret);
  return secret;
}

/** Sets the value first and the description second. If the description breaks a rule, the new value stays. */
export function updateSecret(
  { clock }: Platform,
  secret: Secret,
  { value, description }: ReturnType<typeof updateSecretRequest.parse>,
): Secret {
  const now = clock.now();
  if (value !== undefined) {
    checkValue(value);
    secret.valueSetAt = now;
    secret.updatedAt = now;
  }
  if (description !== undefined) {
    checkDescription(description);
    secret.description = description === "" ? null : description;
    secret.updatedAt = now;
  }
  return secret;
}

/** Returns at most one secret, because names that differ only in letter case count as equal. */
export function secretsNamed({ secrets }: Platform, name: string): Secret[] {
  return [...secrets.values()].filter((secret) => secret.name.toLowerCase() === name.toLowerCase());
}

export function secretShape({ id, name, description, createdAt = 0, valueSetAt }: Secret) {
  const valueLastUpdatedAt = valueSetAt === undefined ? null : timestamp(valueSetAt);
  return { id, name, description, createdAt: timestamp(createdAt), valueLastUpdatedAt };
}

function checkValue(value: string): void {
  if (Buffer.byteLength(value) >= longestValue) throw problems.rule(`value must be under ${longestValue} bytes`);
}

function checkDescription(description = ""): void {
  if (Buffer.byteLength(description) > longestDescription)
    throw problems.rule(`description must be at most ${longestDescription} bytes`);
}
