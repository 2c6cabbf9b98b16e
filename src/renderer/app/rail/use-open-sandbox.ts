import { api } from '#data/api.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { fromHere } from '#window/open-path.ts';
import { targetPaths } from '../target-paths';

/** Returns an action that starts the sandbox and opens it. */
export function useOpenSandbox(): { busy: boolean; open: () => void } {
  const task = async () => {
    const open = fromHere();
    open(targetPaths.first((await api.sandbox.open({})).connectionId));
  };
  const { isPending, run } = useAction(task, { onFailure: useFailureToast() });
  return { busy: isPending, open: () => void run() };
}
