import { VenetianMask } from 'lucide-react';
import type { Impersonation } from '../../../contract/bridge/impersonations';
import { dateTime } from '../../lib/intl/format';
import { useMessages } from '../../lib/use-messages';
import { useImpersonations } from '../../stores/impersonations';
import { Button } from '../../ui/inputs/button';
import { useEndImpersonation } from '../impersonation/use-end-impersonation';
import type { StatusMessage } from './status-message';

/** Returns a message for each session of an impersonation that couldn't be revoked. */
export function useImpersonationMessages(): readonly StatusMessage[] {
  const { t, locale } = useMessages();
  const problems = useImpersonations().filter(({ state, problem }) => state === 'ending' && problem !== null);
  return problems.map((impersonation) => {
    const { id, displayName, primaryEmail, userId, connectionName, expiresAt, problem } = impersonation;
    const text = t(problem === 'unclear' ? 'impersonation.problem.unclear' : 'impersonation.problem.failed', {
      name: displayName ?? primaryEmail ?? userId,
      connection: connectionName,
      time: dateTime(expiresAt, locale),
    });
    return { key: `impersonation ${id}`, icon: VenetianMask, tone: 'warn', text, action: <Retry impersonation={impersonation} /> };
  });
}

function Retry({ impersonation }: { impersonation: Impersonation }) {
  const { t } = useMessages();
  const end = useEndImpersonation(impersonation);
  return (
    <Button size="sm" busy={end.isPending} onClick={() => void end.run()}>
      {t('ui.retry')}
    </Button>
  );
}
