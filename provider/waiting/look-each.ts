import { Failed, type Looks } from "./poller";

/** Looks at each by itself, and keeps to each what goes wrong with it alone. */
export async function lookEach<T>(
  ids: readonly string[],
  look: (id: string) => Promise<T | undefined>,
): Promise<Looks<T>> {
  const looks = new Map<string, T | Failed>();
  const one = async (id: string) => {
    try {
      const found = await look(id);
      if (found !== undefined) looks.set(id, found);
    } catch (error) {
      looks.set(id, new Failed(error));
    }
  };
  await Promise.all(ids.map(one));
  return looks;
}
