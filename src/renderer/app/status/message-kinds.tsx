import { Lock, PlugZap, ShieldAlert, X } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Notice } from '#contract/bridge/app.ts';
import type { PolicyState } from '#contract/bridge/settings.ts';
import { useConnection, useTopic } from '#data/topics.ts';
import type { Outage } from '#lib/errors/outages.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useSecondsUntil } from '#lib/use-seconds-until.ts';
import type { Translator } from '#messages/translator.ts';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { useOverlays } from '#window/open-dialogs.ts';
import { useOutages } from '#window/outages.ts';
import { paths } from '#window/routes.ts';
import { noticeIcons, useDismiss, useNoticeText } from '../notices/use-notice';
import { usePlace } from '../use-place';
import type { StatusMessage } from './status-message';

/** Returns the app's notices until they are dismissed, also if there is no rail: the newest first, and last where secrets are kept. */
export function useNoticeMessages(): readonly StatusMessage[] {
  const textOf = useNoticeText();
  const notices = useTopic('app.notices').toReversed();
  const isLasting = ({ kind }: Notice) => kind === 'memory-keychain';
  return [...notices.filter((notice) => !isLasting(notice)), ...notices.filter(isLasting)].map((notice) => ({
    key: `notice ${notice.id}`,
    icon: noticeIcons[notice.kind],
    ...(notice.kind !== 'journal-created' && { tone: 'warn' as const }),
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
      {inJournal.has(notice.kind) && <OpenJournal />}
      <IconButton size="sm" label={t('ui.dismiss')} icon={X} onClick={() => dismiss(notice)} />
    </>
  );
}

/** Notices about what the journal's screen shows. */
const inJournal: ReadonlySet<Notice['kind']> = new Set(['journal-created', 'journal-incomplete', 'journal-broken']);

/** Opens the journal, which lists its faults. */
function OpenJournal() {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <Button size="sm" onClick={() => void navigate(paths.allJournals())}>
      {t('shell.notice.journal.open')}
    </Button>
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

/** Returns a message for each service that the window waits for, which says when it tries again. */
export function useOutageMessages(): readonly StatusMessage[] {
  const outages = useOutages((state) => state.outages);
  return [...outages]
    .filter(([, { phase }]) => phase !== 'stopped')
    .map(([id, outage]) => ({
      key: `outage ${id}`,
      icon: PlugZap,
      tone: 'warn',
      text: <OutageText connectionId={id} outage={outage} />,
      action: <OutageActions connectionId={id} outage={outage} />,
    }));
}

interface OutageProps {
  connectionId: string;
  outage: Outage;
}

function OutageText({ connectionId, outage }: OutageProps) {
  const { t } = useMessages();
  const name = useConnection(connectionId)?.name ?? '';
  const isWaiting = outage.phase === 'waiting';
  const seconds = useSecondsUntil(isWaiting ? outage.until : 0);
  return isWaiting ? t('shell.outage.waiting', { name, seconds }) : t('shell.outage.trying', { name });
}

function OutageActions({ connectionId, outage }: OutageProps) {
  const { t } = useMessages();
  const { tryNow, stop } = useOutages();
  const name = useConnection(connectionId)?.name ?? '';
  const isTrying = outage.phase !== 'waiting';
  return (
    <>
      <Button size="sm" busy={isTrying} aria-label={t('shell.outage.try.named', { name })} onClick={() => tryNow(connectionId)}>
        {t('shell.outage.try')}
      </Button>
      <Button size="sm" variant="plain" aria-label={t('shell.outage.stop.named', { name })} onClick={() => stop(connectionId)}>
        {t('shell.outage.stop')}
      </Button>
    </>
  );
}

/** Returns a message if nothing can be changed in any connection, which says why. */
export function useReadOnlyMessages(): readonly StatusMessage[] {
  const messages = useMessages();
  const navigate = useNavigate();
  const policy = useTopic('policy.state');
  const { screen } = usePlace();
  const { readOnly } = useTopic('settings.state');
  if (!readOnly) return [];
  const isBroken = policy.state === 'broken';
  const action = screen !== 'settings' && (
    <Button size="sm" onClick={() => void navigate(paths.settings(isBroken ? 'about' : 'safety'))}>
      {messages.t('shell.read-only.settings')}
    </Button>
  );
  const text = textOf(messages, policy);
  return [{ key: 'read-only', icon: isBroken ? ShieldAlert : Lock, ...(isBroken && { tone: 'warn' }), text, action }];
}

function textOf({ t }: Translator, policy: PolicyState): string {
  if (policy.state === 'broken') {
    const { problem, field, file } = policy;
    return t('shell.policy.broken', { problem: t(`shell.policy.problem.${problem}`, { field: field ?? 'none' }), file });
  }
  const organization = policy.state === 'active' && policy.locked.includes('readOnly') ? policy.organization : null;
  return organization === null ? t('shell.read-only') : t('shell.read-only.locked', { organization });
}
