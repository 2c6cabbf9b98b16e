import { useViewStateMarks } from '#window/view-state.ts';

/** Returns the IDs of the key sets that were created on this computer, as far as it remembers, and a function that adds one. */
export function useCreatedHere(): [ReadonlySet<string>, (id: string) => void] {
  return useViewStateMarks('created-key-set.');
}
