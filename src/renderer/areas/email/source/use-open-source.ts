import { useEffect, useState } from 'react';
import { forgetRecentItem } from '#window/recent-items.ts';
import { dropUnsavedInput, useKeepsInput } from '#window/unsaved-input.ts';

interface SourceChoice<T> {
  readonly connectionId: string;
  readonly list: readonly T[];
  /** Whether the list is current and whole, so that what isn't in it doesn't exist. */
  readonly isWhole: boolean;
  /** Whether the list is being read again. */
  readonly isReading: boolean;
  /** The ID in the URL; null until one is chosen. */
  readonly chosen: string | null;
  /** What is open until one is chosen; without it, the first one. */
  readonly preferred?: string | undefined;
}

interface OpenSource<T> {
  /** What is open; undefined if there is nothing to open. */
  readonly open: T | undefined;
  /** Whether the chosen one doesn't exist, and wasn't open before. */
  readonly isUnknown: boolean;
  /** Whether the open one was deleted elsewhere, and stays because of what was entered. */
  readonly isGone: boolean;
  /** Discards what was entered for one that is gone. */
  readonly leave: () => void;
}

/**
 * Returns which template, theme, or draft is open. The open one stays if others are created, or another becomes the preferred one. If it was
 * deleted elsewhere, it stays as it was last, as long as it has unsaved input; without any, the first one is opened.
 */
export function useOpenSource<T extends { readonly id: string }>(choice: SourceChoice<T>): OpenSource<T> {
  const { connectionId, list, isWhole, isReading, chosen, preferred } = choice;
  const [last, setLast] = useState<{ readonly chosen: string | null; readonly item: T } | null>(null);
  const find = (id: string | null | undefined) => list.find((one) => one.id === id);
  const before = last?.chosen === chosen ? last.item : undefined;
  const isDeleted = before !== undefined && find(before.id) === undefined;
  const isGone = useKeepsInput(isDeleted);
  const isMissing = chosen !== null && find(chosen) === undefined;
  // One that was just created isn't in the list before that is read again. In one that was read and isn't whole, it may have been left out.
  const isNew = isMissing && before === undefined && (isWhole || isReading);
  const open = isGone ? before : isNew ? find(last?.item.id) : (find(chosen) ?? find(before?.id) ?? find(preferred) ?? list[0]);
  if (!isNew && open !== undefined && (last?.item !== open || last.chosen !== chosen)) setLast({ chosen, item: open });
  const isDeletedForGood = isMissing && isWhole;
  useEffect(() => {
    if (isDeletedForGood) forgetRecentItem(connectionId, chosen);
  }, [isDeletedForGood, connectionId, chosen]);
  const isUnknown = isNew && isWhole && list.length > 0;
  const leave = () => {
    dropUnsavedInput();
    setLast(list[0] === undefined ? null : { chosen, item: list[0] });
  };
  return { open: isUnknown ? undefined : open, isUnknown, isGone, leave };
}
