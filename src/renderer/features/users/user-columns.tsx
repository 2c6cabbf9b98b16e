import type { ServerUser } from '../../../contract/service/models/models';
import type { Translator } from '../../../messages/translator';
import { formatNames } from '../../lib/format';
import { restrictionOf } from '../../lib/rules/restriction';
import { signInMethods } from '../../lib/rules/sign-in-methods';
import { Avatar } from '../../ui/data/avatar';
import { Badge } from '../../ui/data/badge';
import { RelativeTime } from '../../ui/data/relative-time';
import type { Column } from '../../ui/data/virtual-list';
import { RestrictionBadge } from './restriction-badge';
import styles from './users-screen.module.css';

/** The columns of the users list; the last one is hidden if there is no room. */
export function userColumns(messages: Translator, narrow: boolean): Column<ServerUser>[] {
  const { t } = messages;
  const columns: Column<ServerUser>[] = [
    {
      id: 'avatar',
      header: '',
      label: t('users.column.picture'),
      width: '36px',
      cell: (user) => <Avatar name={user.display_name} email={user.primary_email} imageUrl={user.profile_image_url} />,
    },
    { id: 'user', header: t('users.column.user'), width: 'minmax(140px, 1fr)', cell: (user) => <Person user={user} messages={messages} /> },
    {
      id: 'active',
      header: t('users.column.active'),
      width: '112px',
      numeric: true,
      cell: (user) => <RelativeTime className={styles.quiet ?? ''} millis={user.last_active_at_millis} />,
    },
    {
      id: 'methods',
      header: t('users.column.methods'),
      width: '148px',
      cell: (user) => <Methods names={methodNames(user, messages)} />,
    },
  ];
  return narrow ? columns.slice(0, -1) : columns;
}

function Person({ user, messages }: { user: ServerUser; messages: Translator }) {
  const { t } = messages;
  const { display_name: name, primary_email: email } = user;
  const isRestrictedForIt = restrictionOf(user, messages)?.type === 'email_not_verified';
  return (
    <span className={styles.person}>
      {name !== null && (
        <bdi className={styles.name} title={name}>
          {name}
        </bdi>
      )}
      {name === null && email === null && <span className={styles.email}>{t('users.unnamed')}</span>}
      {email !== null && (
        <span className={name === null ? styles.name : styles.email} title={email}>
          {email}
        </span>
      )}
      {email !== null && !user.primary_email_verified && !isRestrictedForIt && <Badge tone="warn">{t('users.unverified')}</Badge>}
      <RestrictionBadge user={user} className={styles.restriction} />
    </span>
  );
}

function Methods({ names }: { names: string }) {
  return (
    <span className={styles.quiet} title={names}>
      {names}
    </span>
  );
}

function methodNames(user: ServerUser, { t, locale }: Translator): string {
  const names = signInMethods(user).map((method) => ('key' in method ? t(method.key) : method.provider));
  return formatNames(names, locale);
}
