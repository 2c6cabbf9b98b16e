import { useEffect, useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { api } from '#data/api.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { recoverFrom } from '../card/recover-from';
import type { LinkCardProps } from './link-card';

export type Check = { readonly state: 'asking' } | { readonly state: 'good' } | { readonly state: 'failed'; readonly report: ErrorReport };

/** Checks the link's code with the service before the user fills in the form. */
export function useLinkCheck({ link: { id }, connection: { id: connectionId } }: LinkCardProps): { check: Check; retry: () => void } {
  const [check, setCheck] = useState<Check>({ state: 'asking' });
  const [after, setAfter] = useState<ErrorReport | null>(null);
  useEffect(() => {
    let isLeft = false;
    const run = () => api.links.check({ id, connectionId });
    const tell = (next: Check) => isLeft || setCheck(next);
    (after === null ? run() : recoverFrom(after).then(run)).then(
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
