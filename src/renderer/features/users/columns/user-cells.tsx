import type { ServerUser } from '../../../../contract/service/models/models';
import type { Translator } from '../../../../messages/translator';
import { cx } from '../../../lib/class-names';
import { isJustUnverified } from '../../../lib/rules/restriction';
import { Avatar } from '../../../ui/data/avatar';
import { Badge } from '../../../ui/data/badge';
import { RestrictionBadge } from '../restriction-badge';
import styles from '../users-screen.module.css';

interface UserCellProps {
  user: ServerUser;
  /** Whether the email is here, and not in a column. */
  hasEmail: boolean;
  messages: Translator;
}

/** A user’s name, with the email behind it. */
export function UserCell({ user, hasEmail, messages }: UserCellProps) {
  const { t } = messages;
  const { display_name: name } = user;
  const email = hasEmail || name === null ? user.primary_email : null;
  return (
    <span className={styles.person}>
      <Avatar id={user.id} name={name} email={user.primary_email} imageUrl={user.profile_image_url} />
      {name !== null && (
        <bdi className={cx(styles.name, email !== null && styles.beside)} title={name}>
          {name}
        </bdi>
      )}
      {name === null && email === null && <span className={styles.unnamed}>{t('users.unnamed')}</span>}
      {email !== null && name === null && (
        <span className={styles.name} title={email}>
          {email}
        </span>
      )}
      {email !== null && name !== null && (
        <span className={styles.email} title={email}>
          <span>{email}</span>
        </span>
      )}
      {hasEmail && <UnverifiedBadge user={user} messages={messages} />}
      <RestrictionBadge user={user} className={styles.restriction} />
    </span>
  );
}

/** A user’s primary email, in a column. */
export function EmailCell({ user, messages }: Omit<UserCellProps, 'hasEmail'>) {
  const { primary_email: email } = user;
  if (email === null) return null;
  return (
    <span className={styles.person}>
      <span className={styles.emailAlone} title={email}>
        {email}
      </span>
      <UnverifiedBadge user={user} messages={messages} />
    </span>
  );
}

function UnverifiedBadge({ user, messages }: Omit<UserCellProps, 'hasEmail'>) {
  if (!isJustUnverified(user, messages)) return null;
  return <Badge tone="warn">{messages.t('users.unverified')}</Badge>;
}
