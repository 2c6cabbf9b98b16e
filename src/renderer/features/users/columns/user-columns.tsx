import type { ReactNode } from 'react';
import type { ServerUser } from '../../../../contract/service/models/models';
import type { Translator } from '../../../../messages/translator';
import { formatNames, mediumDate } from '../../../lib/intl/format';
import { signInMethods } from '../../../lib/rules/sign-in-methods';
import { RowTime } from '../../../ui/data/relative-time';
import { TimeText } from '../../../ui/data/time-text';
import styles from '../users-screen.module.css';
import { pathColumnId } from './column-layout';
import { formatValue, type MetadataPath, parseMetadataPath, valueAt } from './metadata-path';
import { EmailCell, UserCell } from './user-cells';

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
  readonly cell: (user: ServerUser) => ReactNode;
}

const hidden = { isShown: false, canHide: true, isNumeric: false };
const shown = { ...hidden, isShown: true };

/** Returns the columns that every project has, with times from now. The user’s own column has the email in it, unless that has a column. */
export function userColumns(messages: Translator, hasEmail: boolean, now: number): UserColumn[] {
  const { t, locale } = messages;
  return [
    {
      ...shown,
      id: 'user',
      title: t('users.column.user'),
      width: 'minmax(160px, 1fr)',
      canHide: false,
      cell: (user) => <UserCell user={user} hasEmail={!hasEmail} messages={messages} />,
    },
    {
      ...hidden,
      id: 'email',
      title: t('users.column.email'),
      width: 'minmax(160px, 1fr)',
      cell: (user) => <EmailCell user={user} messages={messages} />,
    },
    { ...hidden, id: 'id', title: t('users.column.id'), width: '290px', cell: ({ id }) => <span className={styles.code}>{id}</span> },
    {
      ...hidden,
      id: 'signed-up',
      title: t('users.column.signed-up'),
      width: '112px',
      isNumeric: true,
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
      cell: (user) => <RowTime className={styles.quiet} millis={user.last_active_at_millis} now={now} locale={locale} />,
    },
    {
      ...shown,
      id: 'methods',
      title: t('users.column.methods'),
      width: 'minmax(148px, 0.35fr)',
      cell: (user) => <Text>{methodNames(user, messages)}</Text>,
    },
    {
      ...hidden,
      id: 'team',
      title: t('users.column.team'),
      width: '148px',
      cell: (user) => <Text>{user.selected_team?.display_name ?? ''}</Text>,
    },
    { ...hidden, id: 'country', title: t('users.column.country'), width: '80px', cell: (user) => <Text>{user.country_code ?? ''}</Text> },
  ];
}

/** Returns the column of a metadata path, or nothing for a text that isn’t one. */
export function metadataColumn(text: string): UserColumn[] {
  const path = parseMetadataPath(text);
  if (typeof path === 'string') return [];
  return [{ ...shown, id: pathColumnId(text), title: text, width: '128px', path: text, cell: (user) => <Value user={user} path={path} /> }];
}

function Value({ user, path }: { user: ServerUser; path: MetadataPath }) {
  const text = formatValue(valueAt(user, path));
  return text === '' ? null : (
    <bdi className={styles.value} title={text}>
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
