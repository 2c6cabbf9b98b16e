import { X } from 'lucide-react';
import type { Notice } from '#contract/bridge/app.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { useOverlays } from '#window/overlays.ts';
import { noticeIcons } from '../notices/notice-icons';
import { useDismiss } from '../notices/use-dismiss';
import { useNoticeText } from '../notices/use-notice-text';
import type { StatusMessage } from './status-message';

/** Returns the app's notices until they are dismissed, also if there is no rail: the newest first, and last where secrets are kept. */
export function useNoticeMessages(): readonly StatusMessage[] {
  const textOf = useNoticeText();
  const notices = useTopic('app.notices').toReversed();
  const isLasting = ({ kind }: Notice) => kind === 'memory-keychain';
  return [...notices.filter((notice) => !isLasting(notice)), ...notices.filter(isLasting)].map((notice) => ({
    key: `notice ${notice.id}`,
    icon: noticeIcons[notice.kind],
    tone: 'warn',
    text: textOf(notice),
    action: <NoticeActions notice={notice} />,
  }));
}

function NoticeActions({ notice }: { notice: Notice }) {
  const { t } = useMessages();
  const dismiss = useDismiss();
  return (
    <>
      {notice.kind === 'memory-keychain' && <StoreSecrets />}
      <IconButton size="sm" label={t('ui.dismiss')} icon={X} onClick={() => dismiss(notice)} />
    </>
  );
}

/** Opens the dialog that stores secrets in a sealed file instead. */
function StoreSecrets() {
  const { t } = useMessages();
  const show = useOverlays((state) => state.show);
  if (!useTopic('lock.state').canSeal) return null;
  return (
    <Button size="sm" onClick={() => show('store-secrets')}>
      {t('shell.notice.memory-keychain.store')}
    </Button>
  );
}
