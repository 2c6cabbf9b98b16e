import type { ReactNode } from 'react';
import { formatValue, type MetadataPath, parseMetadataPath, valueAt } from '#contract/query/metadata-path.ts';
import type { UserOrder } from '#contract/query/user-query.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { cx } from '#lib/class-names.ts';
import { formatNames, mediumDate } from '#lib/intl/format.ts';
import { teamName, visibleName } from '#lib/rules/names.ts';
import { isJustUnverified } from '#lib/rules/restriction.ts';
import { signInMethods } from '#lib/rules/sign-in-methods.ts';
import type { Translator } from '#messages/translator.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { MarkedText } from '#ui/data/marked-text.tsx';
import { RowTime, TimeText } from '#ui/data/relative-time.tsx';
import { RestrictionBadge } from '../restriction-badge';
import styles from '../users-screen.module.css';
import { pathColumnId } from './column-layout';

/** A column that the users list can have. */
export interface UserColumn {
  readonly id: string;
  readonly title: string;
  /** As in `grid-template-columns`, until the column is resized. */
  readonly width: string;
  /** Whether it is shown until the columns are changed. */
  readonly isShown: boolean;
  readonly canHide: boolean;
  readonly isNumeric: boolean;
  /** The metadata path, if it was added as one. */
  readonly path?: string;
  /** What the index sorts by for this column. */
  readonly by?: UserOrder['by'];
  readonly cell: (user: ServerUser) => ReactNode;
}

/** Whether a list of an order is sorted by a column. */
export function isSortedBy(order: UserOrder, by: UserOrder['by']): boolean {
  return typeof by === 'string' || typeof order.by === 'string' ? order.by === by : order.by.metadata === by.metadata;
}

/** How the rows of a list are drawn. */
export interface RowLook {
  /** What was searched, which is marked. */
  readonly words: readonly string[];
  /** What all users of the list are, so that badges needn’t say it. */
  readonly fixed: { readonly isUnverified: boolean; readonly isRestricted: boolean };
}

/** The look of rows that nothing is searched in. */
export const plainLook: RowLook = { words: [], fixed: { isUnverified: false, isRestricted: false } };

const hidden = { isShown: false, canHide: true, isNumeric: false };
const shown = { ...hidden, isShown: true };

/** Returns the columns that every project has, with times from now. The user’s own column has the email in it, unless that has a column. */
export function userColumns(messages: Translator, hasEmail: boolean, now: number, look: RowLook): UserColumn[] {
  const { t, locale } = messages;
  return [
    {
      ...shown,
      id: 'user',
      title: t('users.column.user'),
      width: 'minmax(160px, 1fr)',
      canHide: false,
      by: 'name',
      cell: (user) => <UserCell user={user} hasEmail={!hasEmail} messages={messages} look={look} />,
    },
    {
      ...hidden,
      id: 'email',
      title: t('users.column.email'),
      width: 'minmax(160px, 1fr)',
      by: 'email',
      cell: (user) => <EmailCell user={user} messages={messages} look={look} />,
    },
    {
      ...hidden,
      id: 'id',
      title: t('users.column.id'),
      width: '290px',
      by: 'id',
      cell: ({ id }) => (
        <span className={styles.code}>
          <MarkedText text={id} words={look.words} />
        </span>
      ),
    },
    {
      ...shown,
      id: 'signed-up',
      // The list is sorted by it.
      canHide: false,
      title: t('users.column.signed-up'),
      width: '112px',
      isNumeric: true,
      by: 'signed-up',
      cell: ({ signed_up_at_millis: millis }) => (
        <TimeText className={styles.quiet} millis={millis} locale={locale} text={mediumDate(millis, locale)} />
      ),
    },
    {
      ...shown,
      id: 'active',
      title: t('users.column.active'),
      width: '112px',
      isNumeric: true,
      by: 'last-active',
      cell: (user) => <RowTime className={styles.quiet} millis={user.last_active_at_millis} now={now} locale={locale} />,
    },
    {
      ...shown,
      id: 'methods',
      title: t('users.column.methods'),
      width: 'minmax(148px, 0.35fr)',
      by: 'method',
      cell: (user) => <Text>{methodNames(user, messages)}</Text>,
    },
    {
      ...hidden,
      id: 'team',
      title: t('users.column.team'),
      width: '148px',
      cell: ({ selected_team: team }) => <Text>{team === null ? '' : teamName(messages, team)}</Text>,
    },
    {
      ...hidden,
      id: 'country',
      title: t('users.column.country'),
      width: '80px',
      by: 'country',
      cell: (user) => <Text>{user.country_code ?? ''}</Text>,
    },
  ];
}

/** Returns the column of a metadata path, or nothing for a text that isn’t one. */
export function metadataColumn(text: string): UserColumn[] {
  const path = parseMetadataPath(text);
  if (typeof path === 'string') return [];
  const by = { metadata: path.text };
  return [
    { ...shown, id: pathColumnId(text), title: text, width: '112px', path: text, by, cell: (user) => <Value user={user} path={path} /> },
  ];
}

function Value({ user, path }: { user: ServerUser; path: MetadataPath }) {
  const value = valueAt(user, path);
  const text = formatValue(value);
  return text === '' ? null : (
    <bdi className={typeof value === 'number' ? styles.number : styles.value} title={text}>
      {text}
    </bdi>
  );
}

function Text({ children }: { children: string }) {
  return (
    <bdi className={styles.quiet} title={children}>
      {children}
    </bdi>
  );
}

function methodNames(user: ServerUser, { t, locale }: Translator): string {
  const names = signInMethods(user).map((method) => ('key' in method ? t(method.key) : method.provider));
  return formatNames(names, locale);
}

interface UserCellProps {
  user: ServerUser;
  /** Whether the email is here, and not in a column. */
  hasEmail: boolean;
  messages: Translator;
  look: RowLook;
}

/** A user’s name, with the email behind it. */
function UserCell({ user, hasEmail, messages, look }: UserCellProps) {
  const { t } = messages;
  const { words, fixed } = look;
  const name = visibleName(user.display_name);
  const email = hasEmail || name === null ? user.primary_email : null;
  return (
    <span className={styles.person}>
      <Avatar id={user.id} name={name} email={user.primary_email} imageUrl={user.profile_image_url} />
      {name !== null && (
        <bdi className={cx(styles.name, email !== null && styles.beside)} title={name}>
          <MarkedText text={name} words={words} />
        </bdi>
      )}
      {name === null && email === null && <span className={styles.unnamed}>{t('users.unnamed')}</span>}
      {email !== null && name === null && (
        <span className={styles.name} title={email}>
          <MarkedText text={email} words={words} />
        </span>
      )}
      {email !== null && name !== null && (
        <span className={styles.email} title={email}>
          <span>
            <MarkedText text={email} words={words} />
          </span>
        </span>
      )}
      {hasEmail && <UnverifiedBadge user={user} messages={messages} look={look} />}
      {!fixed.isRestricted && <RestrictionBadge user={user} className={styles.restriction} />}
    </span>
  );
}

/** A user’s primary email, in a column. */
function EmailCell({ user, messages, look }: Omit<UserCellProps, 'hasEmail'>) {
  const { primary_email: email } = user;
  if (email === null) return null;
  return (
    <span className={styles.person}>
      <span className={styles.emailAlone} title={email}>
        <MarkedText text={email} words={look.words} />
      </span>
      <UnverifiedBadge user={user} messages={messages} look={look} />
    </span>
  );
}

function UnverifiedBadge({ user, messages, look }: Omit<UserCellProps, 'hasEmail'>) {
  if (look.fixed.isUnverified || !isJustUnverified(user, messages)) return null;
  return <Badge tone="warn">{messages.t('users.unverified')}</Badge>;
}
