import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { LinkOutcome } from '../../../../contract/bridge/links';
import type { ErrorReport } from '../../../../contract/errors';
import { api } from '../../../api';
import { reportOf } from '../../../lib/errors/error-text';
import { useIsShown } from '../../../lib/use-is-shown';
import { paths } from '../../../routes';
import { retryAfter } from '../card/retry-after';
import type { LinkCardProps } from './link-card';

export type Outcome = Exclude<LinkOutcome, { outcome: 'sign-in-needed' }>;

interface Choice {
  readonly accountId?: string | undefined;
  readonly password?: string;
}

export interface Decision {
  readonly busy: boolean;
  readonly failure: ErrorReport | null;
  /** What came of it; null until then. */
  readonly outcome: Outcome | null;
  readonly accept: (choice?: Choice) => Promise<void>;
  /** Does what failed again. */
  readonly retry: () => void;
  /** Puts the link aside for good. */
  readonly dismiss: () => void;
}

/** What a person decides about a link. Where somebody has to sign in first, the way leads there and back. */
export function useDecision({ link, connection }: LinkCardProps): Decision {
  const navigate = useNavigate();
  const client = useQueryClient();
  const isShown = useIsShown();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [last, setLast] = useState<Choice>({});
  const accept = async ({ accountId, password }: Choice = {}) => {
    setLast({ accountId, ...(password === undefined ? {} : { password }) });
    setBusy(true);
    setFailure(null);
    const run = () => api.links.accept({ id: link.id, connectionId: connection.id, accountId, password });
    try {
      const next = await (failure === null ? run() : retryAfter(failure, run));
      if (next.outcome === 'sign-in-needed') {
        await navigate(paths.signIn(next.connectionId, paths.link(link.id)), { replace: true });
        return;
      }
      setOutcome(next);
      await client.invalidateQueries({ queryKey: ['connection', connection.id] });
    } catch (thrown) {
      setFailure(reportOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  const dismiss = async () => {
    // Gone already is as good.
    await api.links.dismiss({ id: link.id }).catch(() => undefined);
    // Whoever went elsewhere meanwhile stays there.
    if (isShown.current) await navigate(paths.profile(connection.id), { replace: true });
  };
  return { busy, failure, outcome, accept, retry: () => void accept(last), dismiss: () => void dismiss() };
}
