/** The cells that lists of API keys and of project keys have in common. */

import { atStart, mediumDate, timeUntil } from '#lib/intl/format.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import { Badge, type Tone } from '#ui/data/badge.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { TimeText } from '#ui/data/time-text.tsx';
import styles from './api-keys.module.css';
import { isNever } from './key-expiry';
import type { KeyRow, KeyStatus, ListedKey } from './key-rows';

const statuses: Readonly<Record<KeyStatus, { tone: Tone; text: MessageKey }>> = {
  valid: { tone: 'good', text: 'api-keys.status.valid' },
  'expires-soon': { tone: 'warn', text: 'api-keys.status.expires-soon' },
  expired: { tone: 'neutral', text: 'api-keys.status.expired' },
  revoked: { tone: 'neutral', text: 'api-keys.status.revoked' },
};

/** Whether a key can be used. */
export function StatusCell({ status, messages }: { status: KeyStatus; messages: Translator }) {
  const { tone, text } = statuses[status];
  return <Badge tone={tone}>{messages.t(text)}</Badge>;
}

/** How far away an expiry is told by the time until it. A later one is a date: “in 100 years” says nothing. */
const nearMillis = 100 * 86_400_000;

/** When a key expires, or has expired. A revoked key has ended before. */
export function ExpiryCell({ row: { key, status }, messages: { t, locale } }: { row: KeyRow<ListedKey>; messages: Translator }) {
  const { expires_at_millis: expiresAt } = key;
  const now = useNow();
  if (status === 'revoked') return <span className={styles.quiet}>–</span>;
  if (expiresAt === undefined || isNever(expiresAt)) return <span className={styles.quiet}>{t('api-keys.expires.never')}</span>;
  if (status === 'expired' || expiresAt - now > nearMillis) return <DayCell millis={expiresAt} locale={locale} className={styles.quiet} />;
  const text = atStart(timeUntil(expiresAt, now, locale), locale);
  return <TimeText millis={expiresAt} locale={locale} text={text} className={status === 'expires-soon' ? styles.soon : styles.quiet} />;
}

/** The day of a time, with the exact time as its title. */
export function DayCell({ millis, locale, className }: { millis: number; locale: string; className?: string | undefined }) {
  return <TimeText millis={millis} locale={locale} text={mediumDate(millis, locale)} className={className} />;
}
