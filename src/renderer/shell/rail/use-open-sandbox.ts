import { api } from '../../api';
import { fromHere } from '../../lib/places/open-path';
import { useAction } from '../../lib/use-action';
import { useFailureToast } from '../../lib/use-failure-toast';
import { paths } from '../../routes';

/** Returns an action that starts the sandbox and goes to its users. */
export function useOpenSandbox(): { busy: boolean; open: () => void } {
  const task = async () => {
    const open = fromHere();
    open(paths.users((await api.sandbox.open({})).connectionId));
  };
  const { isPending, run } = useAction(task, { onFailure: useFailureToast() });
  return { busy: isPending, open: () => void run() };
}
