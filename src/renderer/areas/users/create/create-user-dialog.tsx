import { ChevronDown, CircleAlert, Plus, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { service } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { SelectField } from '#parts/form/select-field.tsx';
import { SwitchField } from '#parts/form/switch-field.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { type CallForm, useCallForm } from '#parts/form/use-call-form.ts';
import { useFormField } from '#parts/form/use-form-field.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { PasswordInput } from '#ui/inputs/password-input.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { listedName } from '../list/use-user-menu';
import styles from './create-user.module.css';
import { createUserOnce } from './create-user-once';
import { MetadataField, type NewMetadata, useNewMetadata } from './new-metadata';
import { type NewUserValues, newUserSchema, newUserValues, type ProviderAccount, toNewUser } from './new-user';

interface CreateUserDialogProps {
  connectionId: string;
  onClose: () => void;
  onCreated: (userId: string) => void;
}

/** Creates a user with everything that the service accepts for a new one. */
export function CreateUserDialog({ connectionId, onClose, onCreated }: CreateUserDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const create = useCreateUser(connectionId);
  const form = useCallForm<NewUserValues, typeof newUserSchema, ServerUser>({
    stored: newUserValues,
    isNew: true,
    fields: useNewUserFields(),
    schema: newUserSchema,
    toInput: toNewUser,
    save: create,
    errorFields: { USER_EMAIL_ALREADY_EXISTS: 'primary_email' },
    onSaved: (user) => {
      show({ tone: 'good', title: (messages) => messages.t('users.create.done', { name: listedName(messages, user) }) });
      onClose();
      onCreated(user.id);
    },
  });
  const metadata = useNewMetadata(form);
  const [isRefused, setRefused] = useState(false);
  const submitting = useAction(async () => {
    const isValid = await metadata.isValid();
    setRefused(!isValid);
    if (isValid) form.save();
  });
  return (
    <FormDialog
      title={t('users.create')}
      description={t('users.create.text')}
      environment={environment}
      width={560}
      actionLabel={t('users.create')}
      busy={form.isSaving || submitting.isPending}
      onClose={onClose}
      onSubmit={() => void submitting.run()}
    >
      {form.failure !== null && <FormFailure report={form.failure} />}
      {isRefused && <Callout tone="bad" title={t('users.create.metadata.problems')} />}
      <MainFields form={form} />
      <MoreFields form={form} metadata={metadata.all} isOpenAtFirst={metadata.hasSchema} saysMissing={isRefused} />
    </FormDialog>
  );
}

/** Each dialog has its own memory of a lost response. */
function useCreateUser(connectionId: string) {
  return useMemo(() => {
    const asAdmin = { actor: 'project', connectionId } as const;
    return createUserOnce({
      async newest(limit) {
        const { items } = await service.users.list({ ...asAdmin, query: { limit, desc: true, order_by: 'signed_up_at' } });
        return items;
      },
      send: (body) => service.users.create({ ...asAdmin, body }),
    });
  }, [connectionId]);
}

function useNewUserFields() {
  const { t } = useMessages();
  const json = { invalid: t('users.create.metadata.invalid') };
  return {
    display_name: { label: t('users.field.name') },
    primary_email: { label: t('users.field.email'), invalid: t('sign-in.email.invalid') },
    primary_email_verified: { label: t('users.create.verified') },
    primary_email_auth_enabled: { label: t('users.create.email-auth') },
    passwordKind: { label: t('users.create.password-kind') },
    password: { label: t('users.create.password'), missing: t('users.create.password.missing') },
    password_hash: { label: t('users.create.hash'), missing: t('users.create.hash.missing') },
    otp_auth_enabled: { label: t('users.create.otp') },
    is_anonymous: { label: t('users.create.anonymous') },
    profile_image_url: { label: t('users.create.image'), invalid: t('users.create.image.invalid') },
    oauth_providers: { label: t('users.create.accounts'), invalid: t('users.create.accounts.invalid') },
    client_metadata: { label: t('users.create.client-metadata'), ...json },
    client_read_only_metadata: { label: t('users.create.read-only-metadata'), ...json },
    server_metadata: { label: t('users.create.server-metadata'), ...json },
  };
}

function MainFields({ form }: { form: CallForm<NewUserValues> }) {
  const { t } = useMessages();
  const { passwordKind, primary_email: email } = form.values;
  const kinds = [
    { value: 'none', label: t('users.create.password-kind.none') },
    { value: 'password', label: t('users.create.password-kind.password') },
    { value: 'hash', label: t('users.create.password-kind.hash') },
  ];
  const needsEmail = email.trim() === '' ? t('users.create.needs-email') : undefined;
  return (
    <>
      <TextField form={form} name="display_name" />
      <TextField form={form} name="primary_email" isEmail />
      <SwitchField form={form} name="primary_email_verified" help={needsEmail} />
      <SwitchField form={form} name="primary_email_auth_enabled" help={needsEmail} />
      <SelectField form={form} name="passwordKind" options={kinds} />
      {passwordKind === 'password' && <SecretField form={form} name="password" />}
      {passwordKind === 'hash' && <SecretField form={form} name="password_hash" help={t('users.create.hash.help')} />}
      <SwitchField form={form} name="otp_auth_enabled" />
      <SwitchField form={form} name="is_anonymous" help={t('users.create.anonymous.help')} />
    </>
  );
}

const helpOf = {
  client_metadata: 'users.create.client-metadata.help',
  client_read_only_metadata: 'users.create.read-only-metadata.help',
  server_metadata: 'users.create.server-metadata.help',
} as const;

interface MoreFieldsProps {
  form: CallForm<NewUserValues>;
  metadata: readonly NewMetadata[];
  isOpenAtFirst: boolean;
  saysMissing: boolean;
}

/** Once opened it stays open: a problem in a field that isn’t there couldn’t be seen. */
function MoreFields({ form, metadata, isOpenAtFirst, saysMissing }: MoreFieldsProps) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  if (!isOpen) {
    return (
      <div>
        <Button variant="plain" icon={ChevronDown} onClick={() => setOpen(true)}>
          {t('users.create.more')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.more}>
      <TextField form={form} name="profile_image_url" isCode />
      <ProviderAccounts form={form} />
      {metadata.map((one) => (
        <MetadataField key={one.name} form={form} metadata={one} help={t(helpOf[one.name])} saysMissing={saysMissing} />
      ))}
    </div>
  );
}

interface FieldProps<N extends keyof NewUserValues> {
  form: CallForm<NewUserValues>;
  name: N;
  help?: string;
}

/** A password, or the hash of one. */
function SecretField({ form, name, help }: FieldProps<'password' | 'password_hash'>) {
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name });
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          ref={ref}
          autoComplete="new-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}

const empty: ProviderAccount = { id: '', account_id: '', email: '' };

/** The accounts at OAuth providers with which the user can sign in. */
function ProviderAccounts({ form }: { form: CallForm<NewUserValues> }) {
  const { t } = useMessages();
  const errorId = useId();
  const { label, error, value: accounts, onChange } = useFormField({ form, name: 'oauth_providers' });
  const set = (at: number, change: Partial<ProviderAccount>) =>
    onChange(accounts.map((account, index) => (index === at ? { ...account, ...change } : account)));
  return (
    <fieldset className={styles.accounts} aria-describedby={error === undefined ? undefined : errorId}>
      <legend>{label}</legend>
      {accounts.map((account, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other key and are never reordered
        <div key={at} className={styles.account}>
          <AccountInput label={t('users.create.account.provider')} value={account.id} onChange={(id) => set(at, { id })} />
          <AccountInput
            label={t('users.create.account.id')}
            value={account.account_id}
            onChange={(account_id) => set(at, { account_id })}
          />
          <AccountInput label={t('users.create.account.email')} value={account.email} onChange={(email) => set(at, { email })} />
          <IconButton
            size="sm"
            label={t('users.create.account.remove', { number: at + 1 })}
            icon={X}
            onClick={() => onChange(accounts.filter((_account, index) => index !== at))}
          />
        </div>
      ))}
      <p id={errorId} className={styles.error} aria-live="polite">
        {error !== undefined && <Icon of={CircleAlert} size={13} />}
        {error}
      </p>
      <div>
        <Button size="sm" icon={Plus} onClick={() => onChange([...accounts, empty])}>
          {t('users.create.account.add')}
        </Button>
      </div>
    </fieldset>
  );
}

function AccountInput({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return <TextInput dir="ltr" aria-label={label} placeholder={label} value={value} onChange={(event) => onChange(event.target.value)} />;
}
