import {
  BookOpen,
  ClockAlert,
  FileWarning,
  FolderLock,
  Keyboard,
  KeyRound,
  type LucideIcon,
  MonitorX,
  Unlink,
  Unplug,
  UserLock,
} from 'lucide-react';
import type { Notice } from '#contract/bridge/app.ts';
import { api } from '#data/api.ts';
import { durationText } from '#lib/intl/duration-text.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';

/** The icon of each notice, in its banner and in the list of notices. */
export const noticeIcons: Readonly<Record<Notice['kind'], LucideIcon>> = {
  'memory-keychain': KeyRound,
  'secrets-left': KeyRound,
  'secrets-unknown': KeyRound,
  'file-unreadable': FileWarning,
  'file-from-newer-version': FileWarning,
  'profile-not-writable': FolderLock,
  'callback-ignored': Unlink,
  'ca-file-unreadable': FileWarning,
  'ca-file-empty': FileWarning,
  'ca-file-expired': FileWarning,
  'proxy-unusable': Unplug,
  'graphics-crashed': MonitorX,
  'shortcut-taken': Keyboard,
  'link-refused': Unlink,
  'impersonation-forbidden': UserLock,
  'journal-created': BookOpen,
  'journal-disk-full': FileWarning,
  'journal-newer': FileWarning,
  'journal-unavailable': FileWarning,
  'journal-incomplete': FileWarning,
  'journal-broken': FileWarning,
  'journal-forbidden': UserLock,
  'clock-ahead': ClockAlert,
  'clock-behind': ClockAlert,
};

/** Returns a function that returns the text of a notice. */
export function useNoticeText(): (notice: Notice) => string {
  const { t, locale } = useMessages();
  return ({ kind, file = '', copy = '', connection = '', entry = 0, differenceMillis = 0 }) =>
    t(`shell.notice.${kind}`, { file, copy, connection, entry, difference: durationText(differenceMillis, locale) });
}

/** Dismisses a notice. */
export function useDismiss(): (notice: Notice) => void {
  const runTask = useBackgroundTask();
  return ({ id }) => runTask(() => api.app.dismiss({ id }));
}
