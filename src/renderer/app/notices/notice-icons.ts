import { ClockAlert, FileWarning, FolderLock, KeyRound, type LucideIcon, MonitorX, Unlink, Unplug } from 'lucide-react';
import type { Notice } from '#contract/bridge/app.ts';

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
  'link-refused': Unlink,
  'clock-ahead': ClockAlert,
  'clock-behind': ClockAlert,
};
