import { Link } from 'react-router';
import type { Account } from '../../../contract/bridge/accounts';
import type { Connection } from '../../../contract/bridge/connections';
import { tileInitials } from '../../lib/initials';
import { hasProjectAccess } from '../../lib/rules/project-access';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { useCurrentAccount } from '../../stores/accounts';
import { EnvironmentBadge } from '../../ui/data/environment-badge';
import { TitledSection } from '../../ui/layout/titled-section';
import styles from './known-connections.module.css';

/** The connections there are already, to go to by name. */
export function KnownConnections({ connections }: { connections: readonly Connection[] }) {
  const { t } = useMessages();
  return (
    <TitledSection title={t('first-run.existing')}>
      <ul className={styles.list}>
        {connections.map((connection) => (
          <li key={connection.id}>
            <ConnectionLink connection={connection} />
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function ConnectionLink({ connection }: { connection: Connection }) {
  const account = useCurrentAccount(connection.id);
  return (
    <Link className={styles.link} to={firstScreen(connection, account)}>
      <span className={styles.tile} aria-hidden="true">
        {tileInitials(connection.name)}
      </span>
      <span className={styles.name} dir="auto">
        {connection.name}
      </span>
      <EnvironmentBadge environment={connection.environment} colour={connection.colour} />
    </Link>
  );
}

function firstScreen(connection: Connection, account: Account | undefined): string {
  if (hasProjectAccess(connection)) return paths.users(connection.id);
  return account === undefined || account.state === 'invalid' ? paths.signIn(connection.id) : paths.profile(connection.id);
}
