import { PlugZap } from 'lucide-react';
import type { Outage } from '../../lib/errors/outages';
import { useMessages } from '../../lib/use-messages';
import { useSecondsUntil } from '../../lib/use-seconds-until';
import { useConnection } from '../../stores/connections';
import { useOutages } from '../../stores/window/outages';
import { Button } from '../../ui/inputs/button';
import { Banner } from './banner';
import styles from './banners.module.css';

/** Says for which services the window waits, and when it tries again. */
export function OutageBanners() {
  const outages = useOutages((state) => state.outages);
  return [...outages].map(([id, outage]) =>
    outage.phase === 'stopped' ? null : <OutageBanner key={id} connectionId={id} outage={outage} />,
  );
}

function OutageBanner({ connectionId, outage }: { connectionId: string; outage: Outage }) {
  const { t } = useMessages();
  const { tryNow, stop } = useOutages();
  const name = useConnection(connectionId)?.name ?? '';
  const isWaiting = outage.phase === 'waiting';
  const seconds = useSecondsUntil(isWaiting ? outage.until : 0);
  const action = (
    <span className={styles.actions}>
      <Button size="sm" busy={!isWaiting} aria-label={t('shell.outage.try.named', { name })} onClick={() => tryNow(connectionId)}>
        {t('shell.outage.try')}
      </Button>
      <Button size="sm" variant="plain" aria-label={t('shell.outage.stop.named', { name })} onClick={() => stop(connectionId)}>
        {t('shell.outage.stop')}
      </Button>
    </span>
  );
  return (
    <Banner icon={PlugZap} warn action={action}>
      {isWaiting ? t('shell.outage.waiting', { name, seconds }) : t('shell.outage.trying', { name })}
    </Banner>
  );
}
