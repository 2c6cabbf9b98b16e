import type { ErrorReport } from '../../../contract/errors';
import { api } from '../../api';
import { fromHere } from '../../lib/places/open-path';
import { useAction } from '../../lib/use-action';
import { paths } from '../../routes';

interface StartSandbox {
  readonly busy: boolean;
  readonly failure: ErrorReport | null;
  readonly start: () => void;
  /** The same for the project whose accounts own projects. */
  readonly startInternal: () => void;
}

/** Returns actions that start the sandbox, signed in as its admin, and go to its users or projects. */
export function useStartSandbox(): StartSandbox {
  const { isPending, failure, run } = useAction(async (start: () => Promise<string>) => {
    const open = fromHere();
    open(await start());
  });
  return {
    busy: isPending,
    failure,
    start: () => void run(async () => paths.users((await api.sandbox.open({})).connectionId)),
    startInternal: () => void run(async () => paths.projects((await api.sandbox.openInternal({})).connectionId)),
  };
}
