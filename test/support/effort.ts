/**
 * The processor time of some work, in units of what this process takes to write and read `sample` as JSON. A slow core,
 * or one that is shared, is slow at both.
 */
export async function effortOf<T>(sample: unknown, work: () => Promise<T>): Promise<{ result: T; effort: number }> {
  const rounds = 10;
  const jsonMs = await processorMs(async () => {
    for (let round = 0; round < rounds; round++) JSON.parse(JSON.stringify(sample));
  });
  let result: T | undefined;
  const workMs = await processorMs(async () => {
    result = await work();
  });
  return { result: result as T, effort: workMs / (jsonMs / rounds) };
}

async function processorMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
