import type { ReactNode } from 'react';
import type { Connection } from '../../../contract/bridge/connections';
import { hostOf } from '../../lib/host-of';
import { tileInitials } from '../../lib/initials';
import { EnvironmentBadge } from '../../ui/data/environment-badge';
import styles from './card-frame.module.css';

/** One card in the middle of the window. */
export function CardFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.card}>{children}</div>
    </div>
  );
}

interface CardHeadProps {
  title: string;
  /** Whose project it is about, with the name to take the initials of. */
  project?: { connection: Connection; name: string };
}

/** What the card is for; with a project, which one and where it is. */
export function CardHead({ title, project }: CardHeadProps) {
  return (
    <div className={styles.head}>
      {project && (
        <span className={styles.tile} aria-hidden="true">
          {tileInitials(project.name)}
        </span>
      )}
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {project && (
          <div className={styles.where}>
            <span>{hostOf(project.connection.baseUrl)}</span>
            <EnvironmentBadge environment={project.connection.environment} colour={project.connection.colour} />
          </div>
        )}
      </div>
    </div>
  );
}
