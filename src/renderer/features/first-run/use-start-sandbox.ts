import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ErrorReport } from '../../../contract/errors';
import { api } from '../../api';
import { reportOf } from '../../lib/errors/error-text';
import { paths } from '../../routes';

export interface StartSandbox {
  readonly busy: boolean;
  readonly failure: ErrorReport | null;
  readonly start: () => void;
  /** The same for the project whose accounts own projects. */
  readonly startInternal: () => void;
}

/** Starts the sandbox, signed in as its admin, and goes to its users. */
export function useStartSandbox(): StartSandbox {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const run = async (open: () => Promise<string>) => {
    setBusy(true);
    try {
      await navigate(await open());
    } catch (thrown) {
      setFailure(reportOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  const unlessBusy = (open: () => Promise<string>) => () => {
    if (!busy) void run(open);
  };
  return {
    busy,
    failure,
    start: unlessBusy(async () => paths.users((await api.sandbox.open({})).connectionId)),
    startInternal: unlessBusy(async () => paths.projects((await api.sandbox.openInternal({})).connectionId)),
  };
}
