import type { ServerUser } from '../../../contract/service/models/models';
import { dateTime } from '../../lib/format';
import { restrictionOf } from '../../lib/rules/restriction';
import { signInMethods } from '../../lib/rules/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import { useUpdateUser } from '../../queries/users';
import { useReadOnlyReason } from '../../stores/read-only';
import { Badge } from '../../ui/data/badge';
import { Definition, DefinitionList } from '../../ui/data/definition-list';
import { RelativeTime } from '../../ui/data/relative-time';
import { InlineEdit } from '../../ui/inputs/inline-edit';
import styles from './user-panel.module.css';

/** The most important facts about a user; the name can be edited. */
export function UserOverview({ connectionId, user }: { connectionId: string; user: ServerUser }) {
  const { t, locale } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const update = useUpdateUser(connectionId, user.id);
  const rename = async (name: string) => void (await update.mutateAsync({ display_name: name === '' ? null : name }));
  return (
    <DefinitionList>
      <Definition label={t('users.field.name')}>
        <InlineEdit
          label={t('users.field.name')}
          value={user.display_name ?? ''}
          placeholder={t('users.field.no-name')}
          onSave={rename}
          disabledReason={readOnly}
          maxLength={200}
        />
      </Definition>
      <Definition label={t('users.field.email')}>
        {user.primary_email ?? <span className={styles.quiet}>{t('users.field.no-email')}</span>}
      </Definition>
      <RestrictionRows user={user} />
      <Definition label={t('users.field.signed-up')}>{dateTime(user.signed_up_at_millis, locale)}</Definition>
      <Definition label={t('users.field.active')}>
        <RelativeTime millis={user.last_active_at_millis} />
      </Definition>
      <Definition label={t('users.field.methods')}>
        <Methods user={user} />
      </Definition>
      {user.selected_team !== null && <Definition label={t('users.field.team')}>{user.selected_team.display_name}</Definition>}
    </DefinitionList>
  );
}

/** Why a restricted user is restricted; later releases only. */
function RestrictionRows({ user }: { user: ServerUser }) {
  const messages = useMessages();
  const { t } = messages;
  const restriction = restrictionOf(user, messages);
  if (restriction === null) return null;
  const isAdminsText = user.restricted_by_admin && user.restricted_by_admin_reason?.trim();
  const details = user.restricted_by_admin_private_details;
  return (
    <>
      <Definition label={t(isAdminsText ? 'users.field.restricted-by-admin' : 'users.field.restricted')}>{restriction.reason}</Definition>
      {details && <Definition label={t('users.field.restricted-details')}>{details}</Definition>}
    </>
  );
}

function Methods({ user }: { user: ServerUser }) {
  const { t } = useMessages();
  const methods = signInMethods(user);
  if (methods.length === 0) return <span className={styles.quiet}>{t('users.field.no-methods')}</span>;
  return (
    <span className={styles.methods}>
      {methods.map((method) => {
        const name = 'key' in method ? t(method.key) : method.provider;
        return <Badge key={name}>{name}</Badge>;
      })}
    </span>
  );
}
