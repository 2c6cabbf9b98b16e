import { useNavigate, useSearchParams } from 'react-router';
import type { Feature } from '#contract/features.ts';
import { useConnection } from '#data/topics.ts';
import { useScope } from '#data/use-scope.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Tab, TabList, TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { paths } from '#window/routes.ts';
import { type EmailTab, emailTabOf } from '#window/url-state.ts';
import { DraftsTab } from './drafts/drafts-tab';
import styles from './email.module.css';
import { OutboxTab } from './outbox/outbox-tab';
import { SentTab } from './sent/sent-tab';
import { ServerTab } from './server/server-tab';
import { TemplatesTab } from './templates/templates-tab';
import { ThemesTab } from './themes/themes-tab';

/** The project's email server, its templates, and the emails that were sent. */
export function EmailScreen() {
  const { connectionId } = useScope();
  const { t } = useMessages();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const tab = emailTabOf(search);
  const features = useConnection(connectionId)?.features ?? null;
  // An address that names a tab opens it also where there is none, and then says so.
  const has = (name: EmailTab, feature: Feature) => tab === name || (features !== null && features[feature] !== false);
  const hasThemes = has('themes', 'email-themes');
  const hasDrafts = has('drafts', 'email-drafts');
  const hasOutbox = has('outbox', 'email-outbox');
  const open = (next: EmailTab) => void navigate(paths.email(connectionId, next), { replace: true });
  return (
    <div className={styles.screen}>
      <Tabs value={tab} onValueChange={(next) => open(next as EmailTab)} className={styles.tabs ?? ''}>
        <TabList aria-label={t('email.tabs')} className={styles.tabList}>
          <Tab value="server" label={t('email.tab.server')} />
          <Tab value="templates" label={t('email.tab.templates')} />
          {hasThemes && <Tab value="themes" label={t('email.tab.themes')} />}
          {hasDrafts && <Tab value="drafts" label={t('email.tab.drafts')} />}
          {hasOutbox && <Tab value="outbox" label={t('email.tab.outbox')} />}
          <Tab value="sent" label={t('email.tab.sent')} />
        </TabList>
        <TabPanel value="server" className={styles.panel}>
          <ServerTab connectionId={connectionId} onOpenTemplates={() => open('templates')} />
        </TabPanel>
        <TabPanel value="templates" className={styles.panel}>
          <TemplatesTab connectionId={connectionId} />
        </TabPanel>
        {hasThemes && (
          <TabPanel value="themes" className={styles.panel}>
            <ThemesTab connectionId={connectionId} />
          </TabPanel>
        )}
        {hasDrafts && (
          <TabPanel value="drafts" className={styles.panel}>
            <DraftsTab connectionId={connectionId} />
          </TabPanel>
        )}
        <TabPanel value="sent" className={styles.panel}>
          <SentTab connectionId={connectionId} />
        </TabPanel>
        {hasOutbox && (
          <TabPanel value="outbox" className={styles.panel}>
            <OutboxTab connectionId={connectionId} />
          </TabPanel>
        )}
      </Tabs>
    </div>
  );
}
