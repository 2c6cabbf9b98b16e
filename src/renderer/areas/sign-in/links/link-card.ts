import { useEffect, useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import type { LinkSummary } from '#contract/bridge/links.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { restartSandboxAfter } from '../card/restart-sandbox';

/** What each kind's card gets: a link, and the connection it is used with. */
export interface LinkCardProps {
  link: LinkSummary;
  connection: Connection;
}

type Check = { readonly state: 'asking' } | { readonly state: 'good' } | { readonly state: 'failed'; readonly report: ErrorReport };

/** Checks the link's code with the service before the user fills in the form. */
export function useLinkCheck({ link: { id }, connection: { id: connectionId } }: LinkCardProps): { check: Check; retry: () => void } {
  const [check, setCheck] = useState<Check>({ state: 'asking' });
  const [after, setAfter] = useState<ErrorReport | null>(null);
  useEffect(() => {
    let isLeft = false;
    const run = () => api.links.check({ id, connectionId });
    const tell = (next: Check) => isLeft || setCheck(next);
    (after === null ? run() : restartSandboxAfter(after).then(run)).then(
      () => tell({ state: 'good' }),
      (thrown: unknown) => tell({ state: 'failed', report: reportOf(thrown) }),
    );
    return () => {
      isLeft = true;
    };
  }, [id, connectionId, after]);
  const retry = () => {
    if (check.state !== 'failed') return;
    setCheck({ state: 'asking' });
    setAfter({ ...check.report });
  };
  return { check, retry };
}
