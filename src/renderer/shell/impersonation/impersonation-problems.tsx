import { VenetianMask } from 'lucide-react';
import type { Impersonation } from '../../../contract/bridge/impersonations';
import { dateTime } from '../../lib/intl/format';
import { useMessages } from '../../lib/use-messages';
import { useImpersonations } from '../../stores/impersonations';
import { Button } from '../../ui/inputs/button';
import { Banner } from '../banners/banner';
import { useEndImpersonation } from './use-end-impersonation';

/** A banner for each session that couldn't be revoked. */
export function ImpersonationProblems() {
  return useImpersonations()
    .filter(({ state, problem }) => state === 'ending' && problem !== null)
    .map((impersonation) => <Problem key={impersonation.id} impersonation={impersonation} />);
}

function Problem({ impersonation }: { impersonation: Impersonation }) {
  const messages = useMessages();
  const { t } = messages;
  const { displayName, primaryEmail, userId, connectionName, expiresAt, problem } = impersonation;
  const end = useEndImpersonation(impersonation);
  const name = displayName ?? primaryEmail ?? userId;
  const retry = (
    <Button size="sm" busy={end.isPending} onClick={() => void end.run()}>
      {t('ui.retry')}
    </Button>
  );
  return (
    <Banner icon={VenetianMask} warn action={retry}>
      {t(problem === 'unclear' ? 'impersonation.problem.unclear' : 'impersonation.problem.failed', {
        name,
        connection: connectionName,
        time: dateTime(expiresAt, messages.locale),
      })}
    </Banner>
  );
}
