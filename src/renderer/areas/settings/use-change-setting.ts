import { useCallback } from 'react';
import type { Settings } from '../../../contract/bridge/settings';
import { updateSettings } from '../../data/topics';
import { useBackgroundTask } from '../../lib/use-action';

/** Returns a function that changes settings, and shows a failure as a toast. */
export function useChangeSetting(): (change: Partial<Settings>) => void {
  const runTask = useBackgroundTask();
  return useCallback((change) => runTask(() => updateSettings(change)), [runTask]);
}
