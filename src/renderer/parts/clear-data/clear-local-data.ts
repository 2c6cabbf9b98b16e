import { api } from '#data/api.ts';

/** Clears the local data. Never resolves: Latchkey restarts, and its windows are loaded again or closed. */
export async function clearLocalData(): Promise<never> {
  await api.localData.clear({});
  return new Promise(() => undefined);
}
