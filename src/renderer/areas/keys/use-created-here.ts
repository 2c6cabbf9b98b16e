import { useViewStateMarks } from '#window/view-state.ts';

/** Returns the IDs of the key sets that were created on this computer, as far as it remembers, and a function that adds one. */
export function useCreatedHere(): [ReadonlySet<string>, (id: string) => void] {
  return useViewStateMarks('created-key-set.');
}

/** Returns the IDs of the key sets that were replaced on this computer, and a function that adds one. They stay valid until they are revoked. */
export function useReplacedHere(): [ReadonlySet<string>, (id: string) => void] {
  return useViewStateMarks('replaced-key-set.');
}
