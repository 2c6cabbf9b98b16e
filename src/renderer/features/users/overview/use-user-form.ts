import type { ServerUser } from '../../../../contract/service/models/models';
import { userUpdate } from '../../../../contract/service/users';
import { useRetireOrSay } from '../../../blocks/emails/use-retire-or-say';
import { type GuardedForm, useGuardedForm } from '../../../blocks/form/use-guarded-form';
import { reportOf } from '../../../lib/errors/error-text';
import { isOutcomeUnknown } from '../../../lib/rules/unknown-outcome';
import { useMessages } from '../../../lib/use-messages';
import { useReadUser, useUpdateUser } from '../../../queries/users';
import { useToasts } from '../../../ui/feedback/toasts';
import type { OldEmail } from './use-old-email';
import { hasValues, isSameEmail, type UserValues, userChanges, userValues } from './user-values';

interface SavedUser {
  readonly saved: ServerUser;
  readonly values: UserValues;
  /** Whether the previous address became what was chosen. */
  readonly isRetired: boolean;
}

/** Returns the form of a user's own fields. */
export function useUserForm(connectionId: string, user: ServerUser, { isKept, fate }: OldEmail): GuardedForm<UserValues> {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const readUser = useReadUser(connectionId, user.id);
  const { mutateAsync: update } = useUpdateUser(connectionId, user.id);
  const retire = useRetireOrSay({ actor: 'project', connectionId, userId: user.id });
  const stored = userValues(user);
  const retireOld = async ({ primary_email: email }: UserValues) => {
    const isReplaced = stored.primary_email !== '' && !isSameEmail(email, stored.primary_email);
    return !isReplaced || isKept === false || (await retire(stored.primary_email, fate));
  };
  return useGuardedForm<UserValues, typeof userUpdate, SavedUser>({
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
        return { saved: await update(input), values, isRetired: await retireOld(values) };
      } catch (thrown) {
        if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
        const saved = await readUser().catch(() => null);
        if (saved === null || !hasValues(saved, values, stored)) throw thrown;
        return { saved, values, isRetired: await retireOld(values) };
      }
    },
    onSaved: ({ saved, values, isRetired }) => {
      if (!isRetired) return;
      const isKept = saved.primary_email !== null && saved.primary_email_auth_enabled && !values.primary_email_auth_enabled;
      if (isKept) show({ tone: 'neutral', title: 'users.saved', text: 'users.email-sign-in.kept' });
      else show({ tone: 'good', title: 'users.saved' });
    },
    errorFields: { USER_EMAIL_ALREADY_EXISTS: 'primary_email', TEAM_MEMBERSHIP_NOT_FOUND: 'selected_team_id' },
  });
}
