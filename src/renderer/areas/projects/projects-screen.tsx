import { useOwnProjects } from '#data/own-projects.ts';
import { useScreenAccount } from '#data/scope.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { ProjectCards } from './project-cards';
import styles from './projects.module.css';

interface ProjectsProps {
  connectionId: string;
  accountId: string;
}

/** The projects of the current account, each to be opened by its session. */
export function ProjectsScreen() {
  const account = useScreenAccount();
  return <Projects key={account.id} connectionId={account.connectionId} accountId={account.id} />;
}

function Projects({ connectionId, accountId }: ProjectsProps) {
  const { data, error, isFetching, refetch } = useOwnProjects(connectionId, accountId);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (data === undefined) return failure ? <AccountError connectionId={connectionId} {...failure} /> : <ProjectsSkeleton />;
  return (
    <Page>
      {failure && <OutdatedMessage {...failure} />}
      <ProjectCards projects={data.items} connectionId={connectionId} accountId={accountId} />
      <OmittedNote omitted={data.omitted} />
    </Page>
  );
}

const places = ['a', 'b', 'c', 'd'];

function ProjectsSkeleton() {
  const { t } = useMessages();
  return (
    <Page>
      <LoadingStatus />
      <PageSection title={t('projects.title')} text={t('projects.text')}>
        <ul className={styles.cards}>
          {places.map((place) => (
            <li key={place} className={styles.card}>
              <Skeleton width={36} height={36} />
              <div className={styles.words}>
                <Skeleton width={140} />
                <Skeleton width={90} height={10} />
              </div>
            </li>
          ))}
        </ul>
      </PageSection>
    </Page>
  );
}
