import type { ServerUser } from '../../../../contract/service/models/models';
import { dateTime } from '../../../lib/intl/format';
import { restrictionOf } from '../../../lib/rules/restriction';
import { signInMethods } from '../../../lib/rules/sign-in-methods';
import { useMessages } from '../../../lib/use-messages';
import { Badge } from '../../../ui/data/badge';
import { Definition, DefinitionList } from '../../../ui/data/definition-list';
import { IdChip } from '../../../ui/data/id-chip';
import { RelativeTime } from '../../../ui/data/relative-time';
import { Card } from '../../../ui/layout/card';
import styles from './user-overview.module.css';

/** What can only be read. */
export function UserFacts({ user }: { user: ServerUser }) {
  const { t, locale } = useMessages();
  return (
    <Card className={styles.facts}>
      <DefinitionList>
        <Definition label={t('users.field.id')}>
          <IdChip value={user.id} />
        </Definition>
        <RestrictionRows user={user} />
        <Definition label={t('users.field.signed-up')}>{dateTime(user.signed_up_at_millis, locale)}</Definition>
        <Definition label={t('users.field.active')}>
          <RelativeTime millis={user.last_active_at_millis} />
        </Definition>
        <Definition label={t('users.field.methods')}>
          <Methods user={user} />
        </Definition>
      </DefinitionList>
    </Card>
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
