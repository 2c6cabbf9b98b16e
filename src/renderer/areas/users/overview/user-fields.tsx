import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useTeamsOf } from '#data/teams.ts';
import { useConnection } from '#data/topics.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OldEmailField } from '#parts/emails/old-email-field.tsx';
import { SelectField } from '#parts/form/select-field.tsx';
import { SwitchField } from '#parts/form/switch-field.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useFormField } from '#parts/form/use-form-field.ts';
import type { GuardedForm } from '#parts/form/use-guarded-form.ts';
import { ImageField } from '#parts/image/image-field.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import type { OldEmail } from './use-old-email';
import styles from './user-overview.module.css';
import { isSameEmail, type UserValues } from './user-values';

export interface UserFieldsProps {
  connectionId: string;
  user: ServerUser;
  form: GuardedForm<UserValues>;
  disabledReason: string | undefined;
}

/** Name, selected team, image. The header above shows the stored image. */
export function ProfileFields({ connectionId, user, form, disabledReason }: UserFieldsProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const isReadOnly = disabledReason !== undefined;
  const { display_name: name, primary_email: email, profile_image_url: imageUrl } = form.values;
  return (
    <PageSection title={t('users.overview.profile')}>
      <Card>
        <CardRow className={styles.field}>
          <TextField form={form} name="display_name" dir="auto" placeholder={t('users.field.no-name')} readOnly={isReadOnly} />
        </CardRow>
        <CardRow className={styles.field}>
          <SelectedTeam connectionId={connectionId} user={user} form={form} disabledReason={disabledReason} />
        </CardRow>
        <div className={styles.image}>
          <ImageField
            isDraft
            isShownElsewhere={imageUrl === form.stored.profile_image_url}
            id={user.id}
            name={name === '' ? null : name}
            email={email === '' ? null : email}
            imageUrl={imageUrl}
            onSave={async (url) => form.set({ profile_image_url: url })}
            disabledReason={disabledReason}
            environment={environment}
          />
        </div>
        <CardRow className={styles.field}>
          <ImageUrlField form={form} disabledReason={disabledReason} />
        </CardRow>
      </Card>
    </PageSection>
  );
}

function SelectedTeam({ connectionId, user, form, disabledReason }: UserFieldsProps) {
  const { t } = useMessages();
  const nameOf = useTeamName();
  const { data, isError } = useTeamsOf(connectionId, user.id);
  const known = data?.items ?? [];
  const selected = user.selected_team;
  const isListed = selected === null || known.some(({ id }) => id === selected.id);
  const teams = isListed ? known : [selected, ...known];
  return (
    <SelectField
      form={form}
      name="selected_team_id"
      disabled={disabledReason !== undefined}
      options={[{ value: '', label: t('users.field.no-team') }, ...teams.map((team) => ({ value: team.id, label: nameOf(team) }))]}
      help={isError ? t('users.team.failed') : t('users.edit.team.help')}
    />
  );
}

interface EmailFieldsProps extends UserFieldsProps {
  oldEmail: OldEmail;
}

/** The primary email, what it is used for, and what becomes of the one before it. */
export function EmailFields({ user, form, disabledReason, oldEmail }: EmailFieldsProps) {
  const { t } = useMessages();
  const { primary_email: email, primary_email_verified: isVerified } = form.values;
  const hasEmail = email.trim() !== '';
  const old = user.primary_email;
  const isChanged = old !== null && !isSameEmail(email, old);
  const reason = disabledReason ?? (hasEmail ? undefined : t('users.edit.email-needed'));
  return (
    <PageSection title={t('users.overview.email')} text={t('users.overview.email.text')}>
      <Card>
        <CardRow className={styles.field}>
          <TextField
            form={form}
            name="primary_email"
            inputMode="email"
            autoComplete="off"
            dir="ltr"
            placeholder={t('users.field.no-email')}
            readOnly={disabledReason !== undefined}
            help={isChanged ? <EmailChangeHelp old={old} hasEmail={hasEmail} isKept={oldEmail.isKept} /> : undefined}
          />
        </CardRow>
        {isChanged && oldEmail.isKept !== false && (
          <CardRow className={styles.field}>
            <OldEmailField
              email={old}
              isUsed={user.primary_email_auth_enabled}
              isKept={oldEmail.isKept === true}
              fate={oldEmail.fate}
              onChange={oldEmail.setFate}
              disabled={disabledReason !== undefined}
            />
          </CardRow>
        )}
        <CardRow className={styles.field}>
          <SwitchField
            form={form}
            name="primary_email_verified"
            disabledReason={reason}
            help={isChanged && hasEmail && isVerified ? t('users.edit.verified-kept') : t('users.edit.verified.help')}
          />
        </CardRow>
        <CardRow className={styles.field}>
          <SwitchField form={form} name="primary_email_auth_enabled" disabledReason={reason} help={t('users.edit.email-sign-in.help')} />
        </CardRow>
      </Card>
    </PageSection>
  );
}

/** What saving another email, or none, does to the one that is stored. */
function EmailChangeHelp({ old, hasEmail, isKept }: { old: string; hasEmail: boolean; isKept: boolean | undefined }) {
  const { t } = useMessages();
  if (isKept === false) return t(hasEmail ? 'users.edit.email-replaced' : 'users.edit.email-removed', { email: old });
  return hasEmail ? null : t('users.edit.email-cleared');
}

/** Whether the user is anonymous, which can only be ended. */
export function AnonymousField({ form, disabledReason }: UserFieldsProps) {
  const { t } = useMessages();
  if (!form.stored.is_anonymous) return null;
  return (
    <PageSection title={t('users.field.anonymous')}>
      <Card>
        <CardRow className={styles.field}>
          <SwitchField form={form} name="is_anonymous" disabledReason={disabledReason} help={t('users.edit.anonymous.help')} />
        </CardRow>
      </Card>
    </PageSection>
  );
}

interface ImageUrlFieldProps {
  form: GuardedForm<UserValues>;
  disabledReason: string | undefined;
}

/** The URL of an image that is stored elsewhere, instead of an uploaded one. */
function ImageUrlField({ form, disabledReason }: ImageUrlFieldProps) {
  const { t } = useMessages();
  const { value, error, onChange, onBlur, ref } = useFormField({ form, name: 'profile_image_url' });
  const isUploaded = value?.startsWith('data:') === true;
  return (
    <Field label={t('users.field.image-url')} error={error} help={t('users.edit.image-url.help')}>
      {(control) => (
        <TextInput
          {...control}
          ref={ref}
          dir="ltr"
          className={styles.code ?? ''}
          readOnly={disabledReason !== undefined}
          placeholder={isUploaded ? t('users.field.image-url.uploaded') : undefined}
          value={isUploaded ? '' : (value ?? '')}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
