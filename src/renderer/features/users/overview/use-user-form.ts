import type { ServerUser } from '../../../../contract/service/models/models';
import { userUpdate } from '../../../../contract/service/users';
import { type GuardedForm, useGuardedForm } from '../../../blocks/form/use-guarded-form';
import { reportOf } from '../../../lib/errors/error-text';
import { isOutcomeUnknown } from '../../../lib/rules/unknown-outcome';
import { useMessages } from '../../../lib/use-messages';
import { useReadUser, useUpdateUser } from '../../../queries/users';
import { useToasts } from '../../../ui/feedback/toasts';
import { hasValues, isSameEmail, type UserValues, userChanges, userValues } from './user-values';

/** Returns the form of a user's own fields. */
export function useUserForm(connectionId: string, user: ServerUser): GuardedForm<UserValues> {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const readUser = useReadUser(connectionId, user.id);
  const { mutateAsync: update } = useUpdateUser(connectionId, user.id);
  const stored = userValues(user);
  return useGuardedForm<UserValues, typeof userUpdate, { saved: ServerUser; values: UserValues }>({
    stored,
    fields: {
      display_name: { label: t('users.field.name') },
      profile_image_url: { label: t('users.field.image'), invalid: t('users.field.image-url.invalid') },
      primary_email: { label: t('users.field.email'), invalid: t('sign-in.email.invalid'), isSame: isSameEmail },
      primary_email_verified: { label: t('users.field.verified') },
      primary_email_auth_enabled: { label: t('users.field.email-sign-in') },
      selected_team_id: { label: t('users.field.team') },
      is_anonymous: { label: t('users.field.anonymous') },
    },
    schema: userUpdate,
    toInput: userChanges,
    read: async () => userValues(await readUser()),
    save: async (input, values) => {
      try {
        return { saved: await update(input), values };
      } catch (thrown) {
        if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
        const saved = await readUser().catch(() => null);
        if (saved === null || !hasValues(saved, values, stored)) throw thrown;
        return { saved, values };
      }
    },
    onSaved: ({ saved, values }) => {
      const isKept = saved.primary_email !== null && saved.primary_email_auth_enabled && !values.primary_email_auth_enabled;
      if (isKept) show({ tone: 'neutral', title: 'users.saved', text: 'users.email-sign-in.kept' });
      else show({ tone: 'good', title: 'users.saved' });
    },
    errorFields: { USER_EMAIL_ALREADY_EXISTS: 'primary_email', TEAM_MEMBERSHIP_NOT_FOUND: 'selected_team_id' },
  });
}
