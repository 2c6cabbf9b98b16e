import { useCallback, useEffect, useRef, useState } from 'react';
import type { JsonValue } from '../../../../contract/service/models/fields';
import { isStoredPlace, type StoredPlace, slotsOf, toStoredPlace } from '../../../queries/cache/left-place';
import type { PageSlot } from '../../../queries/cache/page-window';
import type { LeftPlace, UserFilter } from '../../../queries/user-pages';
import { useViewState } from '../../../stores/window/view-state';

/** Milliseconds without scrolling after which the place is stored. */
const rest = 400;

const isPlaceOrNone = (value: JsonValue): value is StoredPlace | null => value === null || isStoredPlace(value);

/**
 * Returns where the list of a filter was left, and functions that note the first visible row, and follow the known pages. Only the place
 * in the latest filter is stored.
 */
export function useLeftPlace(filter: UserFilter) {
  const of = JSON.stringify([filter.q ?? '', filter.team ?? '', filter.desc]);
  const [stored, keep] = useViewState<StoredPlace | null>('users.place', null, isPlaceOrNone);
  // Where it was when the list appeared: what is stored later is this list’s own.
  const [left] = useState<LeftPlace | undefined>(() => (stored?.of === of ? { slots: slotsOf(stored), row: stored.row } : undefined));
  const latest = useRef<{ keep: typeof keep; slots: readonly PageSlot[] }>({ keep, slots: [] });
  const waiting = useRef<{ row: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const store = useCallback(() => {
    if (waiting.current === null) return;
    const { row, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = null;
    latest.current.keep(toStoredPlace(of, latest.current.slots, row));
  }, [of]);
  useEffect(() => store, [store]);
  const note = useCallback(
    (row: number) => {
      clearTimeout(waiting.current?.timer);
      waiting.current = { row, timer: setTimeout(store, rest) };
    },
    [store],
  );
  const follow = (slots: readonly PageSlot[]) => {
    latest.current = { keep, slots };
  };
  return { left, note, follow };
}
