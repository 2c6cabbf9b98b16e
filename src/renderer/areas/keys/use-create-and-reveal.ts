import type { KeySet } from '#contract/service/models/api-key-models.ts';
import { type NewKeySet, useCreateKeySet } from '#data/key-sets.ts';
import { useCreatedKeys } from '#window/created-keys.ts';
import { useViewStateMarks } from '#window/view-state.ts';

/** Returns the IDs of the key sets that were created on this computer, as far as it remembers, and a function that adds one. */
export function useCreatedHere(): [ReadonlySet<string>, (id: string) => void] {
  return useViewStateMarks('created-key-set.');
}

/** Returns the IDs of the key sets that were replaced on this computer, and a function that adds one. They stay valid until they are revoked. */
export function useReplacedHere(): [ReadonlySet<string>, (id: string) => void] {
  return useViewStateMarks('replaced-key-set.');
}

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
