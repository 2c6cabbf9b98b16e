import { type KeyboardEvent, type RefObject, useCallback, useEffect } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useNarrowness } from '#lib/use-is-narrow.ts';
import { useClearSelection } from '#parts/selection/use-clear-selection.ts';
import { isSelecting, type Selection } from '#parts/selection/use-selection.ts';
import type { SendEmail } from '#parts/send-email/use-send-email.tsx';
import { nameWidth } from '../columns/use-user-table';
import type { Field } from '../filters/condition-draft';

/** What the screen gives a list of users, wherever its rows are from. */
export interface UsersListFrameProps {
  readonly connectionId: string;
  /** The user whose panel is open. */
  readonly selected: string | undefined;
  readonly email: SendEmail;
  /** The element of the list with its toolbar. */
  readonly list: RefObject<HTMLDivElement | null>;
  readonly onOpen: (userId: string) => void;
  readonly onDeleted: (userId: string) => void;
  /** The user who was deleted last, in the list or in the panel; null for none. */
  readonly deleted: string | null;
  readonly onCreate: () => void;
  readonly onClosePanel: () => void;
  /** The field of a filter that was chosen before there was an index; null without one. */
  readonly wantedFilter: Field | null;
  readonly onWantFilter: (field: Field | null) => void;
}

/**
 * Returns how many of the last columns have no room beside the users’ own. That is as wide with a panel beside the list as without, so that the
 * columns stay where they are, and are left out from the right.
 */
export function useListNarrowness() {
  return useNarrowness(504, 344, roomBesideNames);
}

const roomBesideNames = (list: HTMLElement) => list.clientWidth - nameWidth * window.innerWidth;

/** Returns how Escape clears the selection, or closes the panel, and a function that clears the selection and keeps the focus in the list. */
export function useListKeys({ list, selected, onClosePanel }: UsersListFrameProps, selection: Selection<ServerUser>) {
  const clearSelection = useClearSelection(list, selection);
  const press = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape' || event.defaultPrevented) return;
    if (isSelecting(selection)) clearSelection();
    else if (selected !== undefined) onClosePanel();
  };
  return { press, clearSelection };
}

/** Selects a user who was deleted no longer. */
export function useDropDeleted({ deleted }: UsersListFrameProps, selection: Selection<ServerUser>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one in each render
  useEffect(() => {
    if (deleted !== null) selection.drop(deleted);
  }, [deleted]);
}

/** Returns a function that gives the focus to the search of the list, because what was pressed goes away. */
export function useFocusSearch(list: RefObject<HTMLElement | null>): () => void {
  return useCallback(() => list.current?.querySelector<HTMLElement>('input[type=search]')?.focus(), [list]);
}
