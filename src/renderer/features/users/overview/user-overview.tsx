import type { ServerUser } from '../../../../contract/service/models/models';
import { FieldConflicts } from '../../../blocks/conflict/field-conflicts';
import { FormPage } from '../../../blocks/form/form-page';
import { useMessages } from '../../../lib/use-messages';
import { userPlaceParameters } from '../page/user-place-parameters';
import { useOldEmail } from './use-old-email';
import { useShownValue } from './use-shown-value';
import { useUserForm } from './use-user-form';
import { UserFacts } from './user-facts';
import { AnonymousField, EmailFields, ProfileFields } from './user-fields';
import styles from './user-overview.module.css';

interface UserOverviewProps {
  connectionId: string;
  user: ServerUser;
  /** Whether the user was deleted elsewhere, which the screen says above. */
  isGone: boolean;
  /** Why nothing can be changed. */
  disabledReason: string | undefined;
}

/** The user's own fields as one form, and what can only be read. */
export function UserOverview({ connectionId, user, isGone, disabledReason }: UserOverviewProps) {
  const { t } = useMessages();
  const oldEmail = useOldEmail(connectionId, user);
  const form = useUserForm(connectionId, user, oldEmail);
  const showValue = useShownValue(connectionId, user);
  const undecided = form.conflicts.length > 0 ? t('draft.conflict.first') : undefined;
  const props = { connectionId, user, form, disabledReason };
  return (
    <FormPage
      form={isGone ? { ...form, failure: null } : form}
      parameters={userPlaceParameters}
      disabledReason={disabledReason ?? undecided}
      note={isGone ? t('users.deleted.reason') : undecided}
    >
      <div className={styles.columns}>
        <div className={styles.fields}>
          {disabledReason !== undefined && !isGone && <p className={styles.quiet}>{disabledReason}</p>}
          <FieldConflicts form={form} show={showValue} disabledReason={disabledReason} />
          <ProfileFields {...props} />
          <EmailFields {...props} oldEmail={oldEmail} />
          <AnonymousField {...props} />
        </div>
        <UserFacts user={user} />
      </div>
    </FormPage>
  );
}
