import { useSearchParams } from 'react-router';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useMessages } from '#lib/use-messages.ts';
import { History } from '#parts/journal/history/history.tsx';
import { TabLine, TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { type UserTab, usersPlace, userTabs } from '#window/url-state.ts';
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
      <TabLine
        label={t('users.tabs')}
        value={tab}
        onSelect={setTab}
        tabs={userTabs.map((value) => ({ value, label: t(`users.tab.${value}`) }))}
      />
      <TabPanel value="overview" className={styles.filled}>
        <UserOverview {...{ connectionId, user, isGone, disabledReason }} />
      </TabPanel>
      <TabPanel value="sign-in" className={styles.content}>
        <UserSignIn connectionId={connectionId} user={user} />
      </TabPanel>
      <TabPanel value="sessions" className={styles.content}>
        <div className={styles.sections}>
          <UserSessions connectionId={connectionId} userId={user.id} />
        </div>
      </TabPanel>
      <TabPanel value="permissions" className={styles.filled}>
        <UserPermissions connectionId={connectionId} userId={user.id} />
      </TabPanel>
      <TabPanel value="metadata" className={styles.filled}>
        <UserMetadata {...{ connectionId, user, isGone, disabledReason }} />
      </TabPanel>
      <TabPanel value="history" className={styles.filled}>
        <History connectionId={connectionId} about={user.id} names={namesOf(user)} isUser />
      </TabPanel>
    </Tabs>
  );
}

function namesOf({ display_name: name, primary_email: email }: ServerUser): string[] {
  return [name, email].filter((one) => one !== null);
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
