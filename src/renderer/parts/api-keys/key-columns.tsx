import { Ban } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { cx } from '#lib/class-names.ts';
import { atStart, mediumDate, timeUntil } from '#lib/intl/format.ts';
import { roomFor } from '#lib/intl/room-for.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import { Badge, type Tone } from '#ui/data/badge.tsx';
import { TimeText, useNow } from '#ui/data/relative-time.tsx';
import { TwoLineCell } from '#ui/data/two-line-cell.tsx';
import type { Column } from '#ui/data/virtual-list.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import styles from './api-keys.module.css';
import { isNever } from './key-expiry';
import { isValid, type KeyRow, type KeyStatus, type ListedKey } from './key-rows';

/** The cells that lists of API keys and of project keys have in common. */
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
function ExpiryCell({ row: { key, status }, messages: { t, locale } }: { row: KeyRow<ListedKey>; messages: Translator }) {
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

export interface KeyColumnOptions<K extends ListedKey> {
  readonly messages: Translator;
  /** Heading of the column of names. */
  readonly nameHeader: string;
  readonly nameOf: (key: K) => string;
  /** What else is known of a key, below its name. */
  readonly noteOf: (row: KeyRow<K>) => string | undefined;
  /** The column of what is known of the key's text. */
  readonly keys: Column<KeyRow<K>>;
  readonly isNarrow: boolean;
  /** Whether there is room for one column only, in which each key says everything. */
  readonly isList: boolean;
  /** Shown below the status. */
  readonly badgeOf?: (row: KeyRow<K>) => ReactNode;
  /** What else can be done with a key that is valid, beside its revocation, and its width in CSS. */
  readonly actions?: { readonly width: string; readonly of: (key: K) => ReactNode };
  /** Whether there is a key to revoke, whatever the list is filtered by. */
  readonly canRevoke: boolean;
  /** Why no key can be revoked now. */
  readonly blocked: string | undefined;
  readonly onRevoke: (key: K) => void;
}

/** Width of a button that is only a picture. */
export const iconWidth = '28px';

/** Below this width in CSS pixels, keys are a list and not a table. */
export const slimList = 420;

/** Returns the columns of a list of API keys or of project keys. If there is little room, the creation is left out. */
export function keyColumns<K extends ListedKey>(options: KeyColumnOptions<K>): Column<KeyRow<K>>[] {
  const { messages, nameHeader, nameOf, noteOf, badgeOf, keys, isNarrow, actions, canRevoke, blocked, onRevoke } = options;
  const { t, locale } = messages;
  if (options.isList) return [listColumn(options)];
  const isTight = isNarrow && actions !== undefined;
  const revokeWidth = roomFor(t('api-keys.revoke'), 24);
  const columns: Column<KeyRow<K>>[] = [
    {
      id: 'name',
      header: nameHeader,
      width: 'minmax(132px, 1fr)',
      cell: (row) => (
        <TwoLineCell note={noteOf(row)} className={cx(!isValid(row) && styles.quiet)}>
          <span className={styles.titled}>
            <bdi className={styles.description} title={nameOf(row.key)}>
              {nameOf(row.key)}
            </bdi>
          </span>
        </TwoLineCell>
      ),
    },
    {
      id: 'status',
      header: t('api-keys.column.status'),
      width: `max(92px, ${roomFor(t('api-keys.status.expires-soon'), 18)})`,
      cell: (row) => (
        <span className={styles.statuses}>
          <StatusCell status={row.status} messages={messages} />
          {badgeOf?.(row)}
        </span>
      ),
    },
    keys,
    {
      id: 'expires',
      header: t('api-keys.column.expires'),
      width: isTight ? '92px' : '104px',
      numeric: true,
      cell: (row) => <ExpiryCell {...{ row, messages }} />,
    },
    {
      id: 'created',
      header: t('api-keys.column.created'),
      width: '104px',
      numeric: true,
      cell: ({ key }) => <DayCell millis={key.created_at_millis} locale={locale} className={styles.quiet} />,
    },
    {
      id: 'revoke',
      header: '',
      label: t('api-keys.column.actions'),
      width: actions === undefined ? revokeWidth : `calc(${actions.width} + 6px + ${isTight ? iconWidth : revokeWidth})`,
      cell: (row) =>
        isValid(row) && (
          <span className={styles.actions}>
            {actions?.of(row.key)}
            <RevokeButton name={nameOf(row.key)} isIcon={isTight} {...{ messages, blocked }} onRevoke={() => onRevoke(row.key)} />
          </span>
        ),
    },
  ];
  return columns.filter(({ id }) => (id !== 'created' || !isNarrow) && (id !== 'revoke' || canRevoke));
}

interface RevokeButtonProps extends Pick<KeyColumnOptions<ListedKey>, 'messages' | 'blocked'> {
  name: string;
  /** Whether there is room for a picture only. */
  isIcon: boolean;
  onRevoke: () => void;
}

function RevokeButton({ messages: { t }, name, isIcon, blocked, onRevoke }: RevokeButtonProps) {
  const label = t('api-keys.revoke.of', { name });
  const revoke = (event: MouseEvent) => {
    // The row opens the key.
    event.stopPropagation();
    onRevoke();
  };
  if (isIcon) return <IconButton size="sm" icon={Ban} label={label} disabledReason={blocked} onClick={revoke} />;
  return (
    <Button size="sm" aria-label={label} disabledReason={blocked} onClick={revoke}>
      {t('api-keys.revoke')}
    </Button>
  );
}

/** All that is known of a key, in two lines. It is revoked from its menu. */
function listColumn<K extends ListedKey>({ messages, nameHeader, nameOf, noteOf, keys }: KeyColumnOptions<K>): Column<KeyRow<K>> {
  return {
    id: 'name',
    header: nameHeader,
    width: 'minmax(0, 1fr)',
    cell: (row) => (
      <TwoLineCell
        className={cx(!isValid(row) && styles.quiet)}
        note={
          <span className={styles.facts}>
            {keys.cell(row)}
            {row.status !== 'revoked' && <ExpiryCell row={row} messages={messages} />}
            {noteOf(row)}
          </span>
        }
      >
        <span className={styles.titled}>
          <bdi className={styles.description} title={nameOf(row.key)}>
            {nameOf(row.key)}
          </bdi>
          <StatusCell status={row.status} messages={messages} />
        </span>
      </TwoLineCell>
    ),
  };
}
