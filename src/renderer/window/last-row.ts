import { useCallback, useState } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { useViewState } from './view-state';

/** The row at which a list was left, and what it showed: with another search or order, the rows are others. */
type LastRow = { readonly of: string; readonly row: number };

interface ListPosition {
  /** The row at the top when the list appears. */
  readonly initialRow: number;
  readonly onView: (first: number) => void;
}

/**
 * Returns where a list was left that shows the same as then, for a list whose rows are all known, and notes where it is left next. `key` names
 * the list, and `of` what it shows; the component needs another `key` when that changes. Use it once `useIsViewStateKnown` is true.
 */
export function useLastRow(key: string, of: string): ListPosition {
  const [stored, keep] = useViewState<LastRow | null>(key, null, isLastRow);
  const [initialRow] = useState(stored?.of === of ? stored.row : 0);
  const note = useDebounced((row: number) => keep({ of, row }));
  // The heading covers the first row, unless the list is at its top.
  const onView = useCallback((first: number) => note(first === 0 ? 0 : first + 1), [note]);
  return { initialRow, onView };
}

function isLastRow(value: JsonValue): value is LastRow | null {
  if (value === null) return true;
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  return typeof value.of === 'string' && typeof value.row === 'number' && Number.isInteger(value.row) && value.row >= 0;
}
