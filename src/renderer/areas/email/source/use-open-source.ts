import { useState } from 'react';
import { dropUnsavedInput, useKeepsInput } from '#window/unsaved-input.ts';

interface OpenSource<T> {
  /** What is open; undefined if there is nothing to open. */
  readonly open: T | undefined;
  /** Whether it was deleted elsewhere, and stays because of what was entered. */
  readonly isGone: boolean;
  /** Discards what was entered for something that is gone. */
  readonly leave: () => void;
}

/**
 * Returns which template, theme, or draft is open: the chosen one, or `preferred` until one is chosen. The open one stays if others are
 * created, or another becomes the preferred one. If it was deleted elsewhere, it stays as it was last, as long as it has unsaved input.
 */
export function useOpenSource<T extends { readonly id: string }>(
  list: readonly T[],
  chosen: string | null,
  preferred?: string | undefined,
): OpenSource<T> {
  const [last, setLast] = useState<{ readonly chosen: string | null; readonly item: T } | null>(null);
  const find = (id: string | null | undefined) => list.find((one) => one.id === id);
  const before = last?.chosen === chosen ? last.item : undefined;
  const isDeleted = before !== undefined && find(before.id) === undefined;
  const isGone = useKeepsInput(isDeleted);
  const open = isGone ? before : (find(chosen) ?? find(before?.id) ?? find(preferred) ?? list[0]);
  if (open !== undefined && (last?.item !== open || last.chosen !== chosen)) setLast({ chosen, item: open });
  const leave = () => {
    dropUnsavedInput();
    setLast(null);
  };
  return { open, isGone, leave };
}
