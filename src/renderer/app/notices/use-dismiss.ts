import type { Notice } from '#contract/bridge/app.ts';
import { api } from '#data/api.ts';
import { useBackgroundTask } from '#lib/use-action.ts';

/** Dismisses a notice. */
export function useDismiss(): (notice: Notice) => void {
  const runTask = useBackgroundTask();
  return ({ id }) => runTask(() => api.app.dismiss({ id }));
}
