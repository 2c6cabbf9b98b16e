import { Bell, CalendarClock, GitCompareArrows, Globe, KeyRound, type LucideIcon, MailOpen, MailX, TrendingUp, X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef } from 'react';
import type { Notice } from '#contract/bridge/app.ts';
import type { Finding, FindingKind } from '#contract/bridge/watch.ts';
import { findingSubject, findingTitle } from '#contract/watch/finding-text.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { countryName } from '#lib/intl/country.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { Icon } from '#ui/data/icon.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { useOverlays } from '#window/open-dialogs.ts';
import styles from './notices-panel.module.css';
import { noticeIcons, useDismiss, useNoticeText } from './use-notice';
import { useOpenFinding } from './use-open-finding';

/** The bell, and what it has to say. */
export function NoticesButton() {
  const { t } = useMessages();
  const { open, show, hide } = useOverlays();
  const notices = useTopic('app.notices');
  const findings = useTopic('watch.state').findings;
  const count = notices.length + findings.length;
  const panel = useRef<HTMLDivElement>(null);
  const label = count === 0 ? t('shell.notices') : t('shell.notices.count', { count });
  return (
    <Popover.Root open={open === 'notices'} onOpenChange={(next) => (next ? show('notices') : hide())}>
      <span className={styles.trigger}>
        <Popover.Anchor asChild>
          <IconButton
            label={label}
            icon={Bell}
            tooltipSide="right"
            aria-haspopup="dialog"
            aria-expanded={open === 'notices'}
            onClick={() => (open === 'notices' ? hide() : show('notices'))}
          />
        </Popover.Anchor>
        {count > 0 && <span className={styles.dot} />}
      </span>
      <Popover.Portal>
        <Popover.Content
          side="right"
          align="end"
          sideOffset={18}
          collisionPadding={10}
          ref={panel}
          tabIndex={-1}
          className={styles.panel}
          aria-label={t('shell.notices')}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            panel.current?.focus();
          }}
        >
          <h2 className={styles.title}>{t('shell.notices')}</h2>
          {count === 0 && <p className={styles.empty}>{t('shell.notices.empty')}</p>}
          <ul className={styles.list}>
            {findings.map((finding) => (
              <FindingRow key={finding.id} finding={finding} />
            ))}
            {notices.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} />
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function NoticeRow({ notice }: { notice: Notice }) {
  const { t } = useMessages();
  const textOf = useNoticeText();
  const dismiss = useDismiss();
  return (
    <li className={styles.notice}>
      <Icon of={noticeIcons[notice.kind]} size={15} />
      <p className={styles.text}>{textOf(notice)}</p>
      <IconButton size="sm" label={t('ui.dismiss')} icon={X} onClick={() => dismiss(notice)} />
    </li>
  );
}

const icons: Readonly<Record<FindingKind, LucideIcon>> = {
  'failed-emails': MailX,
  'key-set': KeyRound,
  'api-key': CalendarClock,
  'new-country': Globe,
  invitation: MailOpen,
  'sign-ups': TrendingUp,
  drift: GitCompareArrows,
};

/** A finding of the watch: opens the screen that it is about, and can be dismissed. */
function FindingRow({ finding }: { finding: Finding }) {
  const { t, locale } = useMessages();
  const runTask = useBackgroundTask();
  const openFinding = useOpenFinding();
  const connection = useConnectionNames().get(finding.connectionId) ?? '';
  const { key, values } = findingTitle(finding);
  const name = findingSubject(finding, (code) => countryName(code, locale));
  return (
    <li className={styles.notice}>
      <Icon of={icons[finding.kind]} size={15} />
      <button type="button" className={styles.finding} onClick={() => openFinding(finding)}>
        <span>{t(key, values)}</span>
        <bdi className={styles.detail}>{name === null ? connection : t('watch.detail', { connection, name })}</bdi>
      </button>
      <IconButton size="sm" label={t('ui.dismiss')} icon={X} onClick={() => runTask(() => api.watch.dismiss({ id: finding.id }))} />
    </li>
  );
}
