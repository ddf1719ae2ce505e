import { expect, test } from "vitest";
import { samePlaces, sameTokens } from "../../../client";

test.each([
  ["EU-RO-1,US-TX-3", "US-TX-3, EU-RO-1", true],
  ["CZ,FR", "FR,CZ", true],
  ["CZ", "EU-CZ-1", true],
  ["EU-CZ-1", "CZ", true],
  ["US", "US-TX-3,US-KS-2", true],
  ["US,EU-RO-1", "US-TX-3,EU-RO-1", true],
  ["CZ,FR", "EU-CZ-1", true],
  ["NO", "EUR-NO-1", true],
  ["CZ", "EU-CZ-1,EU-RO-1", false],
  ["CZ,EU-RO-1", "EU-CZ-1", false],
  ["EU-RO-1", "EU-RO-1,US-TX-3", false],
  ["CZ", "US", false],
  ["CZ,US", "CZ", false],
  ["CZ,US", "US,CZ", true],
  ["CZ,US", "CZ,US-TX-3", false],
  ["CZ", "", false],
])("the locations %j and %j of an endpoint mean the same places: %j", (a, b, same) => {
  expect(samePlaces(a, b)).toBe(same);
});

test("two lists of GPU pools are equal in any order, with or without spaces", () => {
  expect(sameTokens("-NVIDIA L4, ADA_24", "ADA_24,-NVIDIA L4")).toBe(true);
  expect(sameTokens("ADA_24", "ADA_24,AMPERE_16")).toBe(false);
});
