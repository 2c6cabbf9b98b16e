import type { ErrorReport } from '../../../contract/errors';
import { api } from '../../api';
import { useTargetPaths } from '../../blocks/connections/target-paths';
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

/** Returns actions that start the sandbox, signed in as its admin, and open it or its projects. */
export function useStartSandbox(): StartSandbox {
  const { first } = useTargetPaths();
  const { isPending, failure, run } = useAction(async (start: () => Promise<string>) => {
    const open = fromHere();
    open(await start());
  });
  return {
    busy: isPending,
    failure,
    start: () => void run(async () => first((await api.sandbox.open({})).connectionId)),
    startInternal: () => void run(async () => paths.projects((await api.sandbox.openInternal({})).connectionId)),
  };
}
