import type { KeySet } from '#contract/service/models/api-key-models.ts';
import { type NewKeySet, useCreateKeySet } from '#data/key-sets.ts';
import { useCreatedKeys } from '#window/created-keys.ts';
import { useCreatedHere, useReplacedHere } from './use-created-here';

/** Returns a function that creates keys and has the window offer them to be saved, also if the screen was left in the meantime. */
export function useCreateAndReveal(connectionId: string): (set: NewKeySet, replaces?: KeySet) => Promise<void> {
  const { mutateAsync: create } = useCreateKeySet(connectionId);
  const add = useCreatedKeys((state) => state.add);
  const [, rememberCreated] = useCreatedHere();
  const [, rememberReplaced] = useReplacedHere();
  return async (set, replaces) => {
    const keys = await create(set);
    rememberCreated(keys.id);
    if (replaces !== undefined) rememberReplaced(replaces.id);
    add({ connectionId, keys, ...(replaces === undefined ? {} : { replaces }) });
  };
}
