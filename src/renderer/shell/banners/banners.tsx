import { FlaskConical, Unplug, X } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Connection } from '../../../contract/bridge/connections';
import type { SandboxState } from '../../../contract/bridge/sandbox';
import type { MessageKey } from '../../../messages/translator';
import { api } from '../../api';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { useBridgeStatus } from '../../stores/bridge';
import { useConnections } from '../../stores/connections';
import { useLock } from '../../stores/lock';
import { useNotices } from '../../stores/notices';
import { useSandbox } from '../../stores/sandbox';
import { Button } from '../../ui/inputs/button';
import { IconButton } from '../../ui/inputs/icon-button';
import { ImpersonationProblems } from '../impersonation/impersonation-problems';
import { Banner } from './banner';
import styles from './banners.module.css';
import { DeletedProjectBanner } from './deleted-project-banner';
import { LinksBanner } from './links-banner';
import { noticeIcons } from './notice-icons';
import { OutageBanners } from './outage-banners';
import { ReadOnlyBanner } from './read-only-banner';
import { SlowCallsBanner } from './slow-calls-banner';
import { UpdateBanner } from './update-banner';
import { useDismiss } from './use-dismiss';
import { useNoticeText } from './use-notice-text';

/** The banners above every screen, and those about the connection that is shown. */
export function Banners({ connection }: { connection: Connection | undefined }) {
  return (
    <div className={styles.banners} role="status">
      <ReconnectingBanner />
      <ReadOnlyBanner />
      <SandboxBanner />
      {connection && <DeletedProjectBanner connection={connection} />}
      <OutageBanners />
      <SlowCallsBanner />
      <LinksBanner />
      <ImpersonationProblems />
      <UpdateBanner />
      <NoticeBanners />
    </div>
  );
}

function ReconnectingBanner() {
  const { t } = useMessages();
  return useBridgeStatus() === 'lost' && <Banner icon={Unplug}>{t('shell.reconnecting')}</Banner>;
}

/** Returns the message about the sandbox, or null. Its state only matters if there is a connection to it. */
function sandboxMessage(sandbox: SandboxState, hasConnection: boolean): MessageKey | null {
  if (sandbox.state === 'failed') return sandbox.reason === 'folder-not-writable' ? 'shell.sandbox.folder' : 'shell.sandbox.failed';
  if (!hasConnection || sandbox.state === 'running') return null;
  return sandbox.state === 'starting' ? 'shell.sandbox.restarting' : 'shell.sandbox.stopped';
}

function SandboxBanner() {
  const { t } = useMessages();
  const runTask = useBackgroundTask();
  const sandbox = useSandbox();
  const hasConnection = useConnections().some(({ kind }) => kind === 'sandbox');
  const message = sandboxMessage(sandbox, hasConnection);
  if (message === null) return null;
  const restart = (
    <Button size="sm" busy={sandbox.state === 'starting'} onClick={() => runTask(() => api.sandbox.restart({}))}>
      {t('shell.sandbox.restart')}
    </Button>
  );
  return (
    <Banner icon={FlaskConical} warn={sandbox.state !== 'starting'} action={restart}>
      {t(message)}
    </Banner>
  );
}

/** Leads to where secrets can be stored in a sealed file instead. */
function StoreSecrets() {
  const { t } = useMessages();
  const navigate = useNavigate();
  if (!useLock().canSeal) return null;
  return (
    <Button size="sm" onClick={() => void navigate(paths.settings('safety'))}>
      {t('shell.notice.memory-keychain.store')}
    </Button>
  );
}

/** The app's notices until they are dismissed, also if there is no rail. */
function NoticeBanners() {
  const { t } = useMessages();
  const textOf = useNoticeText();
  const dismiss = useDismiss();
  return useNotices().map((notice) => (
    <Banner
      key={notice.id}
      icon={noticeIcons[notice.kind]}
      warn
      action={
        <>
          {notice.kind === 'memory-keychain' && <StoreSecrets />}
          <IconButton size="sm" label={t('ui.dismiss')} icon={X} onClick={() => dismiss(notice)} />
        </>
      }
    >
      {textOf(notice)}
    </Banner>
  ));
}
