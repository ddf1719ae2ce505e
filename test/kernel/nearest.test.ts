import { expect, test } from "vitest";
import { didYouMean, nearest } from "../../kernel/nearest";

const types = [
  "NVIDIA RTX A4000",
  "NVIDIA RTX A4500",
  "NVIDIA RTX A5000",
  "NVIDIA L4",
  "NVIDIA L40",
  "NVIDIA L40S",
  "NVIDIA GeForce RTX 4090",
  "NVIDIA A100 80GB PCIe",
];

test.each([
  ["NVIDIA L40s", ["NVIDIA L40S", "NVIDIA L40"]],
  ["RTX 4090", ["NVIDIA GeForce RTX 4090"]],
  ["NVIDIA RTX 4090", ["NVIDIA GeForce RTX 4090"]],
  ["nvidia rtx4090", ["NVIDIA GeForce RTX 4090"]],
  ["NVIDIA RTX A4001", ["NVIDIA RTX A4000", "NVIDIA RTX A4500", "NVIDIA RTX A5000"]],
  ["l40s", ["NVIDIA L40S"]],
  ["toaster", []],
  ["", []],
])("the suggestions for the unknown name %j are %j", (word, names) => {
  expect(nearest(word, types)).toEqual(names);
});

test("an error suggests a name only if few letters differ", () => {
  expect(didYouMean("baseURL", ["baseUrl", "apiKey"])).toBe("; did you mean baseUrl?");
  expect(didYouMean("toaster", types)).toBe("");
  expect(didYouMean("imgae", ["image", "model"]), "two letters swapped").toBe("; did you mean image?");
});
