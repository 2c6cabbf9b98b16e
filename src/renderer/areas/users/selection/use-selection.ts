import { useRef, useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { anchored, emptySelection, extended, type RowSelection, toggled } from './row-selection';

/** Maximum number of users that a range can add: each page that isn’t in memory is read again. */
export const maxRange = 5000;

/** Returns the users of rows, both included, and reads those that aren’t in memory. */
type ReadRows = (first: number, last: number) => Promise<readonly ServerUser[]>;

export interface Selection {
  readonly items: ReadonlyMap<string, ServerUser>;
  /** Whether rows of a range are still being read. */
  readonly isReading: boolean;
  /** Whether all users of the list are selected, also those that were never loaded. Which ones these are is read when they are used. */
  readonly isAllMatching: boolean;
  toggle(row: number, user: ServerUser): void;
  /** Selects from the row that was toggled last, or from a row, to another one. */
  extend(from: number, to: number, read: ReadRows): void;
  selectAll(count: number, read: ReadRows): void;
  selectAllMatching(): void;
  clear(): void;
}

/** The selected users of the list. Nothing is selected once it has other `rows`, such as those of another filter. */
export function useSelection(rows: string): Selection {
  const [selection, setSelection] = useState<RowSelection<ServerUser>>(emptySelection);
  const [isAllMatching, setAllMatching] = useState(false);
  const [selectedIn, setSelectedIn] = useState(rows);
  if (selectedIn !== rows) {
    setSelectedIn(rows);
    setSelection(emptySelection());
    setAllMatching(false);
  }
  const [isReading, setReading] = useState(false);
  const showFailure = useFailureToast();
  // Only the rows of the latest range count.
  const latest = useRef(0);
  const change = (next: RowSelection<ServerUser>) => {
    latest.current += 1;
    setReading(false);
    setAllMatching(false);
    setSelection(next);
  };
  const select = async (from: RowSelection<ServerUser>, first: number, last: number, read: ReadRows) => {
    change(from);
    const turn = latest.current;
    setReading(true);
    try {
      const users = await read(first, Math.min(last, first + maxRange - 1));
      if (turn === latest.current)
        setSelection(
          extended(
            from,
            users.map((user) => [user.id, user] as const),
          ),
        );
    } catch (thrown) {
      if (turn === latest.current) showFailure(thrown);
    }
    if (turn === latest.current) setReading(false);
  };
  return {
    items: selection.items,
    isReading,
    isAllMatching,
    selectAllMatching: () => setAllMatching(true),
    toggle: (row, user) => change(toggled(selection, row, user.id, user)),
    extend(from, to, read) {
      const next = anchored(selection, from);
      const anchor = next.anchor ?? from;
      void select(next, Math.min(anchor, to), Math.max(anchor, to), read);
    },
    selectAll: (count, read) => void select({ ...selection, anchor: null, base: selection.items }, 0, count - 1, read),
    clear: () => change(emptySelection()),
  };
}
