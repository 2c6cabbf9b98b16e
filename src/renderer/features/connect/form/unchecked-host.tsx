import { useState } from 'react';
import { api } from '../../../api';
import { useMessages } from '../../../lib/use-messages';
import { useConnection } from '../../../stores/connections';
import { Callout } from '../../../ui/feedback/callout';
import { Button } from '../../../ui/inputs/button';
import { HostDialog } from './host-dialog';

/** Says that a connection's server hasn't received its secret keys yet, and lets the user confirm the host. */
export function UncheckedHost({ connectionId, host }: { connectionId: string; host: string }) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const [isAsked, setIsAsked] = useState(false);
  const decide = async (isConfirmed: boolean) => {
    if (isConfirmed) await api.connections.confirmServer({ id: connectionId, host });
    setIsAsked(false);
  };
  return (
    <>
      <Callout
        tone="warn"
        title={t('connect.server.unchecked', { host })}
        action={
          <Button size="sm" onClick={() => setIsAsked(true)}>
            {t('connect.server.confirm.open')}
          </Button>
        }
      >
        {t('connect.server.unchecked.text')}
      </Callout>
      <HostDialog question={isAsked ? { host, decide } : null} environment={environment} />
    </>
  );
}
