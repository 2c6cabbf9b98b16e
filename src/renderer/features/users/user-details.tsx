import { useSearchParams } from 'react-router';
import type { ServerUser } from '../../../contract/service/models/models';
import { useMessages } from '../../lib/use-messages';
import { type UserTab, usersPlace } from '../../routes';
import { CopyTextButton } from '../../ui/inputs/copy-button';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/layout/tabs';
import { UserOverview } from './user-overview';
import styles from './user-panel.module.css';
import { UserSessions } from './user-sessions';

/** The tabs of a user; the URL names the open one. Sessions are read only when their tab is opened. */
export function UserDetails({ connectionId, user }: { connectionId: string; user: ServerUser }) {
  const { t } = useMessages();
  const [tab, setTab] = useUserTab();
  return (
    <Tabs value={tab} onValueChange={setTab} className={styles.tabs ?? ''}>
      <TabList aria-label={t('users.tabs')} className={styles.tabList}>
        <Tab value="overview" label={t('users.tab.overview')} />
        <Tab value="sessions" label={t('users.tab.sessions')} />
        <Tab value="raw" label={t('users.tab.raw')} />
      </TabList>
      <TabPanel value="overview" className={styles.content}>
        <UserOverview connectionId={connectionId} user={user} />
      </TabPanel>
      <TabPanel value="sessions" className={styles.content}>
        <UserSessions connectionId={connectionId} userId={user.id} />
      </TabPanel>
      <TabPanel value="raw" className={styles.content}>
        <RawUser user={user} />
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

function RawUser({ user }: { user: ServerUser }) {
  const { t } = useMessages();
  const text = JSON.stringify(user, null, 2);
  return (
    <>
      <CopyTextButton size="sm" value={text}>
        {t('users.raw.copy')}
      </CopyTextButton>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for the keyboard */}
      <section className={styles.raw} tabIndex={0} aria-label={t('users.tab.raw')}>
        <pre>{text}</pre>
      </section>
    </>
  );
}
