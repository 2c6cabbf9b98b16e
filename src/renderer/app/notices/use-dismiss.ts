import type { Notice } from '../../../contract/bridge/app';
import { api } from '../../data/api';
import { useBackgroundTask } from '../../lib/use-action';

/** Dismisses a notice. */
export function useDismiss(): (notice: Notice) => void {
  const runTask = useBackgroundTask();
  return ({ id }) => runTask(() => api.app.dismiss({ id }));
}
