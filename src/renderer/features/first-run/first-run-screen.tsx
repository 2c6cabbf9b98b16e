import { KeyRound, Plug } from 'lucide-react';
import { cx } from '../../lib/class-names';
import { useMessages } from '../../lib/use-messages';
import { useConnections } from '../../stores/connections';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { ChoiceCard } from './choice-card';
import styles from './first-run-screen.module.css';
import { KnownConnections } from './known-connections';
import { SandboxCard } from './sandbox-card';

/** Where Latchkey begins, and where further connections come from. */
export function FirstRunScreen() {
  const connections = useConnections();
  return (
    <div className={cx(styles.page, connections.length === 0 && styles.bare)}>
      <div className={styles.inner}>
        <Head />
        <div className={styles.choices}>
          <SandboxCard />
          <ConnectCard />
        </div>
        {connections.length > 0 && <KnownConnections connections={connections} />}
      </div>
    </div>
  );
}

function Head() {
  const { t } = useMessages();
  return (
    <header className={styles.head}>
      <span className={styles.logo}>
        <Icon of={KeyRound} size={22} />
      </span>
      <div>
        <h1>{t('app.name')}</h1>
        <p className={styles.tagline}>{t('first-run.tagline')}</p>
      </div>
    </header>
  );
}

function ConnectCard() {
  const { t } = useMessages();
  return (
    <ChoiceCard icon={Plug} title={t('first-run.connect.title')} text={t('first-run.connect.text')}>
      <Button disabledReason={t('first-run.connect.reason')}>{t('first-run.connect')}</Button>
    </ChoiceCard>
  );
}
