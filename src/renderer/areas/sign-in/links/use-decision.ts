import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkOutcome } from '#contract/bridge/links.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { queryKeys } from '#data/keys.ts';
import { useAction } from '#lib/use-action.ts';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import { restartSandboxAfter } from '../card/restart-sandbox';
import type { LinkCardProps } from './link-card';

type Outcome = Exclude<LinkOutcome, { outcome: 'sign-in-needed' }>;

interface Choice {
  readonly accountId?: string | undefined;
  readonly password?: string;
}

export interface Decision {
  readonly busy: boolean;
  readonly failure: ErrorReport | null;
  /** The result of accepting; null until then. */
  readonly outcome: Outcome | null;
  readonly accept: (choice?: Choice) => Promise<void>;
  /** Repeats the failed attempt. */
  readonly retry: () => void;
  /** Dismisses the link. */
  readonly dismiss: () => void;
  /** Dismisses the link, and opens another screen in its place. */
  readonly leaveFor: (path: string) => void;
}

/** Returns the user's choices about a link. If accepting requires an account, the sign-in card opens and returns here. */
export function useDecision({ link, connection }: LinkCardProps): Decision {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const task = async ({ accountId, password }: Choice) => {
    const open = fromHere();
    const next = await api.links.accept({ id: link.id, connectionId: connection.id, accountId, password });
    if (next.outcome === 'sign-in-needed') return open(paths.signIn(next.connectionId, paths.link(link.id)), { replace: true });
    setOutcome(next);
    return client.invalidateQueries({ queryKey: queryKeys.connection(connection.id) });
  };
  const { isPending, failure, run, retry } = useAction(task, { recover: restartSandboxAfter });
  const dismissal = useDismissLink(link.id);
  return {
    busy: isPending,
    failure,
    outcome,
    accept: (choice = {}) => run(choice),
    retry: () => void retry(),
    dismiss: () => void dismissal.run(paths.profile(connection.id)),
    leaveFor: (path) => void dismissal.run(path),
  };
}

/** Returns the action that dismisses a link and then opens another screen. */
export function useDismissLink(id: string) {
  return useAction(async (next: string) => {
    const open = fromHere();
    // A link that no longer exists is as good as dismissed.
    await api.links.dismiss({ id }).catch(() => undefined);
    open(next, { replace: true });
  });
}
