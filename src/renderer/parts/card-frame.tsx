import type { ReactNode } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { hostOf } from '#lib/host-of.ts';
import { tileInitials } from '#lib/initials.ts';
import { EnvironmentBadge } from '#ui/data/badge.tsx';
import styles from './card-frame.module.css';

/** One card in the middle of the window. */
export function CardFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <CardSurface>{children}</CardSurface>
    </div>
  );
}

/** The card itself. */
export function CardSurface({ children }: { children: ReactNode }) {
  return <div className={styles.card}>{children}</div>;
}

interface CardHeadProps {
  title: string;
  /** The connection to the project, and the name for its initials. */
  project?: { connection: Connection; name: string };
}

/** The card's title, with its project and server. */
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
            <EnvironmentBadge connection={project.connection} />
          </div>
        )}
      </div>
    </div>
  );
}
