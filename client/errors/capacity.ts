/**
 * The platform refuses a create for want of hardware with a plain 400, told apart by its words alone. The first is the
 * sentence observed (contract section 20.1); the others are what it may be reworded to.
 */
const WORDINGS = [
  /no longer any instances available/i,
  /\b(no|not enough|insufficient|out of|lacks?)\s+([\w-]+\s+){0,3}(capacity|stock)\b/i,
  /\b(no|not enough)\s+([\w-]+\s+){0,3}(instances|machines|hosts|gpus)\s+([\w-]+\s+){0,2}available\b/i,
];

export function isCapacityDetail(detail: string): boolean {
  return WORDINGS.some((wording) => wording.test(detail));
}
