import { type ReactNode, useState } from 'react';
import type { Connection } from '../../../contract/bridge/connections';
import type { ErrorReport } from '../../../contract/errors';
import type { ClientProject } from '../../../contract/service/models';
import type { MessageKey } from '../../../messages/translator';
import { reportOf } from '../../lib/error-text';
import { tileInitials } from '../../lib/initials';
import { useMessages } from '../../lib/use-messages';
import { useCurrentProject } from '../../queries/projects';
import { EnvironmentBadge } from '../../ui/environment-badge';
import { ErrorState } from '../../ui/error-state';
import { CardSkeleton } from './card-skeleton';
import styles from './project-card.module.css';
import { tryAgain } from './try-again';

interface ProjectCardProps {
  connection: Connection;
  /** With a place for the project's name. */
  title: MessageKey;
  children: (project: ClientProject) => ReactNode;
}

/** The one card of every way in: which project, where it is, and what its configuration allows. */
export function ProjectCard({ connection, title, children }: ProjectCardProps) {
  const { project, failure, busy, retry } = useProject(connection.id);
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        {project !== undefined && (
          <>
            <Head connection={connection} name={project.display_name} title={title} />
            {children(project)}
          </>
        )}
        {project === undefined && failure !== null && <ErrorState report={failure} onRetry={retry} busy={busy} />}
        {project === undefined && failure === null && <CardSkeleton />}
      </div>
    </div>
  );
}

function Head({ connection, name, title }: { connection: Connection; name: string; title: MessageKey }) {
  const { t } = useMessages();
  return (
    <div className={styles.head}>
      <span className={styles.tile} aria-hidden="true">
        {tileInitials(name)}
      </span>
      <div className={styles.words}>
        <h1 className={styles.title}>{t(title, { project: name })}</h1>
        <div className={styles.where}>
          <span>{hostOf(connection.baseUrl)}</span>
          <EnvironmentBadge environment={connection.environment} colour={connection.colour} />
        </div>
      </div>
    </div>
  );
}

function useProject(connectionId: string) {
  const { data: project, error, refetch } = useCurrentProject(connectionId);
  // A query forgets its failure while it tries again, which would take the pressed button away.
  const [retrying, setRetrying] = useState<ErrorReport | null>(null);
  const [restartFailure, setRestartFailure] = useState<ErrorReport | null>(null);
  const failure = retrying ?? restartFailure ?? (error && reportOf(error));
  const retry = async () => {
    if (failure === null) return;
    setRetrying(failure);
    try {
      await tryAgain(failure, refetch);
      setRestartFailure(null);
    } catch (thrown) {
      setRestartFailure(reportOf(thrown));
    } finally {
      setRetrying(null);
    }
  };
  return { project, failure, busy: retrying !== null, retry: () => void retry() };
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
