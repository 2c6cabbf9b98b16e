import { PlugZap } from 'lucide-react';
import { useConnection } from '#data/topics.ts';
import type { Outage } from '#lib/errors/outages.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useSecondsUntil } from '#lib/use-seconds-until.ts';
import { Button } from '#ui/inputs/button.tsx';
import { useOutages } from '#window/outages.ts';
import type { StatusMessage } from './status-message';

/** Returns a message for each service that the window waits for, which says when it tries again. */
export function useOutageMessages(): readonly StatusMessage[] {
  const outages = useOutages((state) => state.outages);
  return [...outages]
    .filter(([, { phase }]) => phase !== 'stopped')
    .map(([id, outage]) => ({
      key: `outage ${id}`,
      icon: PlugZap,
      tone: 'warn',
      text: <OutageText connectionId={id} outage={outage} />,
      action: <OutageActions connectionId={id} outage={outage} />,
    }));
}

interface OutageProps {
  connectionId: string;
  outage: Outage;
}

function OutageText({ connectionId, outage }: OutageProps) {
  const { t } = useMessages();
  const name = useConnection(connectionId)?.name ?? '';
  const isWaiting = outage.phase === 'waiting';
  const seconds = useSecondsUntil(isWaiting ? outage.until : 0);
  return isWaiting ? t('shell.outage.waiting', { name, seconds }) : t('shell.outage.trying', { name });
}

function OutageActions({ connectionId, outage }: OutageProps) {
  const { t } = useMessages();
  const { tryNow, stop } = useOutages();
  const name = useConnection(connectionId)?.name ?? '';
  const isTrying = outage.phase !== 'waiting';
  return (
    <>
      <Button size="sm" busy={isTrying} aria-label={t('shell.outage.try.named', { name })} onClick={() => tryNow(connectionId)}>
        {t('shell.outage.try')}
      </Button>
      <Button size="sm" variant="plain" aria-label={t('shell.outage.stop.named', { name })} onClick={() => stop(connectionId)}>
        {t('shell.outage.stop')}
      </Button>
    </>
  );
}
