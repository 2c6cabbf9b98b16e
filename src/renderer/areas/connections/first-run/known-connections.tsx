import { Link } from 'react-router';
import type { Connection } from '#contract/bridge/connections.ts';
import { useCurrentAccount } from '#data/topics.ts';
import { tileInitials } from '#lib/initials.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useTargetPaths } from '#parts/connections/target-paths.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { EnvironmentBadge } from '#ui/data/environment-badge.tsx';
import { TitledSection } from '#ui/layout/titled-section.tsx';
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
  const { first } = useTargetPaths();
  const name = useConnectionNames().get(connection.id) ?? connection.name;
  // Signing in and out elsewhere changes where it opens.
  useCurrentAccount(connection.id);
  return (
    <Link className={styles.link} to={first(connection.id)}>
      <span className={styles.tile} aria-hidden="true">
        {tileInitials(connection.name)}
      </span>
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <EnvironmentBadge connection={connection} />
    </Link>
  );
}
