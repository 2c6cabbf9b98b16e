import { useCallback } from 'react';
import type { Settings } from '#contract/setting-rows.ts';
import { updateSettings } from '#data/topics.ts';
import { useBackgroundTask } from '#lib/use-action.ts';

/** Returns a function that changes settings, and shows a failure as a toast. */
export function useChangeSetting(): (change: Partial<Settings>) => void {
  const runTask = useBackgroundTask();
  return useCallback((change) => runTask(() => updateSettings(change)), [runTask]);
}
