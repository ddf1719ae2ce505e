import { problems } from "../../../http/problem";
import { changeRequest, request } from "../../../http/validation";
import type { Platform } from "../../../platform/platform";
import { longestValue, type Secret, secretFields } from "../../../records/secret";
import { timestamp } from "../../../time/clock";

const longestDescription = 65_535;

export const createSecretRequest = request(secretFields.sentBy("create"));
export const updateSecretRequest = changeRequest(secretFields.sentBy("update"));

export function createSecret(platform: Platform, body: ReturnType<typeof createSecretRequest.parse>): Secret {
  const { ids, clock, secrets } = platform;
  const { name, value, description } = body;
  if (/^runpod/i.test(name)) throw problems.rule("secret names that begin with RUNPOD are reserved");
  checkValue(value);
  checkDescription(description);
  if (secretsNamed(platform, name).length > 0) throw problems.conflict(`secret name '${name}' is already in use`);
  const now = clock.now();
  const times = { createdAt: now, valueSetAt: now, updatedAt: now };
  const secret: Secret = { id: ids.resource(), ...secretFields.newRecord(body), ...times };
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

/** Returns a secret as REST shows it. RunPod's first API description has no secrets, so no field needs a mark. */
export function secretShape(secret: Secret) {
  const { id, createdAt = 0, valueSetAt } = secret;
  const valueLastUpdatedAt = valueSetAt === undefined ? null : timestamp(valueSetAt);
  return { id, ...secretFields.given(secret), createdAt: timestamp(createdAt), valueLastUpdatedAt };
}

function checkValue(value: string): void {
  if (Buffer.byteLength(value) >= longestValue) throw problems.rule(`value must be under ${longestValue} bytes`);
}

function checkDescription(description = ""): void {
  if (Buffer.byteLength(description) > longestDescription)
    throw problems.rule(`description must be at most ${longestDescription} bytes`);
}
