import type { Notice } from '../../../contract/bridge/app';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';

/** Dismisses a notice. */
export function useDismiss(): (notice: Notice) => void {
  const runTask = useBackgroundTask();
  return ({ id }) => runTask(() => api.app.dismiss({ id }));
}
