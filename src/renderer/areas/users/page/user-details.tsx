import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useRawUser } from '#data/raw.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OutdatedMessage } from '#parts/status/outdated-message.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { type UserTab, usersPlace } from '#window/url-state.ts';
import { UserMetadata } from '../metadata/user-metadata';
import { UserOverview } from '../overview/user-overview';
import { UserPermissions } from '../permissions/user-permissions';
import { UserSignIn } from '../sign-in/user-sign-in';
import { UserSessions } from '../user-sessions';
import styles from './user-panel.module.css';

interface UserDetailsProps {
  connectionId: string;
  user: ServerUser;
  /** Whether the user was deleted elsewhere, which the screen says above. */
  isGone: boolean;
  /** Why nothing of the user can be changed. */
  disabledReason: string | undefined;
}

/** The tabs of a user; the URL names the open one. What only one tab shows is read when it is opened. */
export function UserDetails({ connectionId, user, isGone, disabledReason }: UserDetailsProps) {
  const { t } = useMessages();
  const [tab, setTab] = useUserTab();
  return (
    <Tabs value={tab} onValueChange={setTab} className={styles.tabs ?? ''}>
      <TabList aria-label={t('users.tabs')}>
        <Tab value="overview" label={t('users.tab.overview')} />
        <Tab value="sign-in" label={t('users.tab.sign-in')} />
        <Tab value="sessions" label={t('users.tab.sessions')} />
        <Tab value="permissions" label={t('users.tab.permissions')} />
        <Tab value="metadata" label={t('users.tab.metadata')} />
        <Tab value="json" label={t('users.tab.json')} />
      </TabList>
      <TabPanel value="overview" className={styles.filled}>
        <UserOverview {...{ connectionId, user, isGone, disabledReason }} />
      </TabPanel>
      <TabPanel value="sign-in" className={styles.content}>
        <UserSignIn connectionId={connectionId} user={user} />
      </TabPanel>
      <TabPanel value="sessions" className={styles.content}>
        <UserSessions connectionId={connectionId} userId={user.id} />
      </TabPanel>
      <TabPanel value="permissions" className={styles.filled}>
        <UserPermissions connectionId={connectionId} userId={user.id} />
      </TabPanel>
      <TabPanel value="metadata" className={styles.filled}>
        <UserMetadata {...{ connectionId, user, isGone, disabledReason }} />
      </TabPanel>
      <TabPanel value="json" className={styles.content}>
        <UserJson connectionId={connectionId} userId={user.id} />
      </TabPanel>
    </Tabs>
  );
}

function useUserTab(): [UserTab, (tab: string) => void] {
  const [search, setSearch] = useSearchParams();
  const setTab = (wanted: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (wanted === 'overview') after.delete('tab');
        else after.set('tab', wanted);
        return after;
      },
      { replace: true },
    );
  return [usersPlace(search).tab ?? 'overview', setTab];
}

/** Number of characters that are shown: a text of several megabytes would stop the window for seconds. */
const maxShown = 200_000;

/** A user as the service describes them: with fields that Latchkey doesn’t know, and without secrets. */
function UserJson({ connectionId, userId }: { connectionId: string; userId: string }) {
  const { data, error, isFetching, refetch } = useRawUser(connectionId, userId);
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (data === undefined && failure) return <ErrorState {...failure} />;
  if (data === undefined)
    return (
      <>
        <LoadingStatus />
        <Skeleton height={240} />
      </>
    );
  return (
    <>
      {failure && <OutdatedMessage {...failure} />}
      <Json value={data} />
    </>
  );
}

function Json({ value }: { value: object }) {
  const { t } = useMessages();
  const text = useMemo(() => JSON.stringify(value, null, 2), [value]);
  const isCut = text.length > maxShown;
  return (
    <>
      <CopyTextButton size="sm" value={text}>
        {t('users.json.copy')}
      </CopyTextButton>
      {text.includes('"***"') && <p className={styles.note}>{t('users.json.hidden')}</p>}
      {isCut && <p className={styles.note}>{t('users.json.cut')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for the keyboard */}
      <section className={styles.text} tabIndex={0} aria-label={t('users.tab.json')}>
        <pre>{isCut ? `${text.slice(0, maxShown)}…` : text}</pre>
      </section>
    </>
  );
}
