import { useCallback, useState } from 'react';
import type { JsonValue } from '../../contract/service/models/fields';
import { useWhenResting } from '../lib/use-when-resting';
import { useViewState } from './view-state';

/** The row at which a list was left, and what it showed: with another search or order, the rows are others. */
type LeftRow = { readonly of: string; readonly row: number };

interface ListPlace {
  /** The row at the top when the list appears. */
  readonly initialRow: number;
  readonly onView: (first: number) => void;
}

/**
 * Returns where a list was left that shows the same as then, for a list whose rows are all known, and notes where it is left next. `key` names
 * the list, and `of` what it shows; the component needs another `key` when that changes. Use it once `useIsViewStateKnown` is true.
 */
export function useLeftRow(key: string, of: string): ListPlace {
  const [stored, keep] = useViewState<LeftRow | null>(key, null, isLeftRow);
  const [initialRow] = useState(stored?.of === of ? stored.row : 0);
  const note = useWhenResting((row: number) => keep({ of, row }));
  // The heading covers the first row, unless the list is at its top.
  const onView = useCallback((first: number) => note(first === 0 ? 0 : first + 1), [note]);
  return { initialRow, onView };
}

function isLeftRow(value: JsonValue): value is LeftRow | null {
  if (value === null) return true;
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  return typeof value.of === 'string' && typeof value.row === 'number' && Number.isInteger(value.row) && value.row >= 0;
}
