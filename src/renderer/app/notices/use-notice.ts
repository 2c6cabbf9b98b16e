import { ClockAlert, FileWarning, FolderLock, KeyRound, type LucideIcon, MonitorX, Unlink, Unplug } from 'lucide-react';
import type { Notice } from '#contract/bridge/app.ts';
import { api } from '#data/api.ts';
import { isJapanese } from '#lib/intl/country.ts';
import { cachedFormat } from '#lib/intl/format.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const units = [
  ['year', 365 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', second],
] as const;

/** Formats a duration in the largest unit of which it has two or more, or else in seconds: "3 years", "20 minutes". */
export function durationText(millis: number, locale: string): string {
  const [unit, size] = units.find(([, each]) => Math.round(millis / each) >= 2) ?? (['second', second] as const);
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  const text = cachedFormat(`duration ${unit} ${locale}`, () => new Intl.NumberFormat(locale, options)).format(Math.round(millis / size));
  // Intl puts a space between number and unit, which Japanese texts don't have.
  return isJapanese(locale) ? text.replace(/\s/g, '') : text;
}

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

/** Returns a function that returns the text of a notice. */
export function useNoticeText(): (notice: Notice) => string {
  const { t, locale } = useMessages();
  return ({ kind, file = '', copy = '', connection = '', differenceMillis = 0 }) =>
    t(`shell.notice.${kind}`, { file, copy, connection, difference: durationText(differenceMillis, locale) });
}

/** Dismisses a notice. */
export function useDismiss(): (notice: Notice) => void {
  const runTask = useBackgroundTask();
  return ({ id }) => runTask(() => api.app.dismiss({ id }));
}
