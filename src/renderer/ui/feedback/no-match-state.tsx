import { SearchX } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { narrowedBy } from '#lib/search.ts';
import { Button } from '../inputs/button';
import { EmptyState } from './empty-state';

interface NoMatchStateProps {
  title: string;
  /** How to search. */
  text: string;
  /** What leaves the rows out. */
  by?: ReturnType<typeof narrowedBy>;
  clearLabel: string;
  onClear: () => void;
}

/** The state of a list whose search or filter matches nothing. */
export function NoMatchState({ title, text, by = 'search', clearLabel, onClear }: NoMatchStateProps) {
  const clear = ({ currentTarget }: MouseEvent) => {
    // The button disappears with the state.
    searchFieldNear(currentTarget)?.focus();
    onClear();
  };
  return (
    <EmptyState
      icon={SearchX}
      title={title}
      text={by === 'filter' ? undefined : text}
      action={<Button onClick={clear}>{clearLabel}</Button>}
    />
  );
}

/** Returns the search field of the closest part of the screen that has one. */
function searchFieldNear(element: Element): HTMLElement | null {
  for (let part = element.parentElement; part !== null; part = part.parentElement) {
    const field = part.querySelector<HTMLElement>('input[type=search]');
    if (field !== null) return field;
  }
  return null;
}
