import { FileUp, KeyRound, Plug } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { useKeyStorage } from '../../blocks/connections/use-key-storage';
import { cx } from '../../lib/class-names';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { useConnections } from '../../stores/connections';
import { Icon } from '../../ui/data/icon';
import { Button } from '../../ui/inputs/button';
import { ChoiceCard } from './choice-card';
import styles from './first-run-screen.module.css';
import { KnownConnections } from './known-connections';
import { SandboxCard } from './sandbox-card';

/** The start screen, which also adds further connections. */
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
        <ImportLink />
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
  const navigate = useNavigate();
  const text = t('first-run.connect.text', { storage: useKeyStorage() });
  return (
    <ChoiceCard icon={Plug} title={t('first-run.connect.title')} text={text}>
      <Button onClick={() => void navigate(paths.connect())}>{t('first-run.connect')}</Button>
    </ChoiceCard>
  );
}

function ImportLink() {
  const { t } = useMessages();
  return (
    <Link className={styles.link} to={paths.transfer()}>
      <Icon of={FileUp} size={14} />
      {t('first-run.import')}
    </Link>
  );
}
