import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ErrorReport } from '../../../contract/errors';
import { api } from '../../api';
import { reportOf } from '../../lib/error-text';
import { paths } from '../../routes';

export interface StartSandbox {
  readonly busy: boolean;
  readonly failure: ErrorReport | null;
  readonly start: () => void;
}

/** Starts the sandbox, signed in as its admin, and goes to its users. */
export function useStartSandbox(): StartSandbox {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const run = async () => {
    setBusy(true);
    try {
      const { connectionId } = await api.sandbox.open({});
      await navigate(paths.users(connectionId));
    } catch (thrown) {
      setFailure(reportOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  const start = () => {
    if (!busy) void run();
  };
  return { busy, failure, start };
}
