import type { ServerUser } from '#contract/service/models/user-models.ts';
import { userUpdate } from '#contract/service/users.ts';
import { useTeamsOf } from '#data/teams.ts';
import { useReadUser, useUpdateUser } from '#data/users.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { dateTime } from '#lib/intl/format.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { restrictionOf } from '#lib/rules/restriction.ts';
import { signInMethods } from '#lib/rules/sign-in-methods.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FieldConflicts } from '#parts/conflict/field-conflicts.tsx';
import { useRetireOrSay } from '#parts/emails/use-retire-or-say.ts';
import { FormPage } from '#parts/form/form-page.tsx';
import { type GuardedForm, useGuardedForm } from '#parts/form/use-guarded-form.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Definition, DefinitionList } from '#ui/data/definition-list.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { RelativeTime } from '#ui/data/relative-time.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Card } from '#ui/layout/card.tsx';
import { userUrlParameters } from '../page/user-url-parameters';
import { type OldEmail, useOldEmail } from './use-old-email';
import { AnonymousField, EmailFields, ProfileFields } from './user-fields';
import styles from './user-overview.module.css';
import { hasValues, isSameEmail, type UserValues, userChanges, userValues } from './user-values';

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
      parameters={userUrlParameters}
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

/** Returns a function that shows the value of a field as text; an empty one for no value. */
function useShownValue(connectionId: string, user: ServerUser): (name: string, value: unknown) => string {
  const { t } = useMessages();
  const nameOf = useTeamName();
  const { data } = useTeamsOf(connectionId, user.id);
  return (name, value) => {
    if (typeof value === 'boolean') return t(value ? 'users.value.on' : 'users.value.off');
    if (typeof value !== 'string') return '';
    if (value.startsWith('data:')) return t('users.field.image-url.uploaded');
    if (name !== 'selected_team_id') return value;
    const team = data?.items.find(({ id }) => id === value);
    return team === undefined ? value : nameOf(team);
  };
}

/** What can only be read. */
function UserFacts({ user }: { user: ServerUser }) {
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

interface SavedUser {
  readonly saved: ServerUser;
  readonly values: UserValues;
  /** Whether the previous address became what was chosen. */
  readonly isRetired: boolean;
}

/** Returns the form of a user's own fields. */
function useUserForm(connectionId: string, user: ServerUser, { isKept, fate }: OldEmail): GuardedForm<UserValues> {
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
