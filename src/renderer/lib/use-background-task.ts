import { useCallback } from 'react';
import { useFailureToast } from './use-failure-toast';

/** Returns a function that runs tasks without a pending state, which may overlap, and shows each failure as a toast. */
export function useBackgroundTask(): (task: () => Promise<unknown>) => void {
  const showFailure = useFailureToast();
  return useCallback((task) => void task().catch(showFailure), [showFailure]);
}
