import { useEffect, useState } from 'react';
import type { ErrorReport } from '../../../../contract/errors';
import { api } from '../../../api';
import { reportOf } from '../../../lib/errors/error-text';
import { retryAfter } from '../card/retry-after';
import type { LinkCardProps } from './link-card';

export type Check = { readonly state: 'asking' } | { readonly state: 'good' } | { readonly state: 'failed'; readonly report: ErrorReport };

/** Asks the service whether the link's code is good, before a person types anything for it. */
export function useLinkCheck({ link: { id }, connection: { id: connectionId } }: LinkCardProps): { check: Check; retry: () => void } {
  const [check, setCheck] = useState<Check>({ state: 'asking' });
  const [after, setAfter] = useState<ErrorReport | null>(null);
  useEffect(() => {
    let isLeft = false;
    const run = () => api.links.check({ id, connectionId });
    const tell = (next: Check) => isLeft || setCheck(next);
    (after === null ? run() : retryAfter(after, run)).then(
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
