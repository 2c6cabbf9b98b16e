import { z } from 'zod';
import type { Connection } from '#contract/bridge/connections.ts';
import { sharedProviderIds } from '#contract/service/models/project-models.ts';
import { type ProviderSecret, type ProviderSetup, providerRedirectUrl } from '#lib/rules/project-sign-in.ts';
import { useMessages } from '#lib/use-messages.ts';
import { TextField } from '#parts/form/text-field.tsx';
import { type CallForm, useCallForm } from '#parts/form/use-call-form.ts';
import { useFormField } from '#parts/form/use-form-field.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { PasswordInput } from '#ui/inputs/password-input.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from './providers.module.css';

/** The form of one provider: its values, and what is accepted. */
export interface ProviderValues {
  readonly keys: 'shared' | 'own';
  readonly clientId: string;
  /** A new secret; empty to keep the one there is. */
  readonly secret: string;
  readonly configId: string;
  readonly tenantId: string;
}

/** Whether the service has its own keys for a provider. */
function hasSharedKeys(id: string): boolean {
  return sharedProviderIds.includes(id);
}

/** Returns the values that a form starts with: shared keys for a new provider that can have them. */
export function providerValues(id: string, setup: ProviderSetup | undefined): ProviderValues {
  const { keys = hasSharedKeys(id) ? 'shared' : 'own', clientId = '', configId = '', tenantId = '' } = setup ?? {};
  return { keys, clientId, secret: '', configId, tenantId };
}

const own = { keys: z.literal('own'), clientId: z.string().min(1), configId: z.string(), tenantId: z.string() };

/** Returns the schema of the values. A secret may be empty only if there is one. */
export function providerSchema(hasSecret: boolean) {
  const secret = hasSecret ? z.string() : z.string().min(1);
  return z.discriminatedUnion('keys', [z.object({ keys: z.literal('shared') }), z.object({ ...own, secret })]);
}

/** Returns the provider that values describe. A provider that was off is turned on, because that is what it is set up for. */
export function toProviderSetup(values: ProviderValues, before: ProviderSetup | undefined): ProviderSetup {
  const { keys, clientId, secret, configId, tenantId } = trimmed(values);
  if (keys === 'shared') return { isOn: true, keys, clientId: '', secret: { kind: 'none' }, configId: '', tenantId: '' };
  const kept = before?.secret ?? { kind: 'none' };
  return { isOn: true, keys, clientId, secret: secret === '' ? kept : { kind: 'new', text: secret }, configId, tenantId };
}

/** Returns the values without the space around them, which is copied along with keys. */
function trimmed(values: ProviderValues): ProviderValues {
  const { clientId, secret, configId, tenantId } = values;
  return { ...values, clientId: clientId.trim(), secret: secret.trim(), configId: configId.trim(), tenantId: tenantId.trim() };
}

interface ProviderDialogProps {
  id: string;
  name: string;
  connection: Connection;
  /** Absent for one that isn't configured. */
  setup: ProviderSetup | undefined;
  disabledReason: string | undefined;
  onApply: (setup: ProviderSetup) => void;
  onClose: () => void;
}

/** Whose keys a provider uses. The draft takes it over; nothing is saved yet. */
export function ProviderDialog({ id, name, connection, setup, disabledReason, onApply, onClose }: ProviderDialogProps) {
  const { t } = useMessages();
  const secret = setup?.secret ?? { kind: 'none' };
  const missing = t('sign-in-methods.provider.missing');
  const form = useCallForm<ProviderValues, ReturnType<typeof providerSchema>>({
    stored: providerValues(id, setup),
    isNew: true,
    fields: {
      keys: { label: t('sign-in-methods.provider.keys') },
      clientId: { label: t('sign-in-methods.provider.client-id'), missing },
      secret: { label: t('sign-in-methods.provider.secret'), missing },
      configId: { label: t('sign-in-methods.provider.config-id') },
      tenantId: { label: t('sign-in-methods.provider.tenant-id') },
    },
    schema: providerSchema(secret.kind !== 'none'),
    toInput: trimmed,
    save: async (_input, values) => onApply(toProviderSetup(values, setup)),
  });
  return (
    <FormDialog
      title={setup === undefined ? t('sign-in-methods.provider.add', { name }) : t('sign-in-methods.provider.title', { name })}
      description={t('sign-in-methods.provider.text')}
      environment={connection.environment}
      actionLabel={t('sign-in-methods.provider.apply')}
      busy={form.isSaving}
      width={520}
      disabledReason={disabledReason}
      onClose={onClose}
      onSubmit={() => disabledReason === undefined && form.save()}
    >
      {hasSharedKeys(id) && (
        <Segmented
          label={t('sign-in-methods.provider.keys')}
          value={form.values.keys}
          options={[
            { value: 'shared', label: t('sign-in-methods.shared-keys') },
            { value: 'own', label: t('sign-in-methods.own-keys') },
          ]}
          onValueChange={(keys) => form.set({ keys })}
        />
      )}
      {form.values.keys === 'shared' ? (
        <Callout tone="warn" title={t('sign-in-methods.provider.shared')}>
          {t('sign-in-methods.provider.shared.text', { name })}
        </Callout>
      ) : (
        <OwnKeys id={id} name={name} connection={connection} form={form} secret={secret} />
      )}
    </FormDialog>
  );
}

interface OwnKeysProps extends Pick<ProviderDialogProps, 'id' | 'name' | 'connection'> {
  form: CallForm<ProviderValues>;
  secret: ProviderSetup['secret'];
}

function OwnKeys({ id, name, connection, form, secret }: OwnKeysProps) {
  const { t } = useMessages();
  const redirectUrl = providerRedirectUrl(connection.baseUrl, id);
  return (
    <>
      <TextField form={form} name="clientId" isCode />
      <SecretField form={form} secret={secret} />
      {id === 'facebook' && <TextField form={form} name="configId" isCode help={t('sign-in-methods.provider.config-id.help')} />}
      {id === 'microsoft' && <TextField form={form} name="tenantId" isCode help={t('sign-in-methods.provider.tenant-id.help')} />}
      <Field label={t('sign-in-methods.provider.redirect')} help={t('sign-in-methods.provider.redirect.help', { name })}>
        {(control) => (
          <div className={styles.redirect}>
            <TextArea {...control} readOnly dir="ltr" rows={1} className={styles.url} value={redirectUrl} />
            <CopyTextButton value={redirectUrl}>{t('sign-in-methods.provider.copy')}</CopyTextButton>
          </div>
        )}
      </Field>
    </>
  );
}

/** The client secret, which can be replaced and never read. */
function SecretField({ form, secret }: { form: CallForm<ProviderValues>; secret: ProviderSecret }) {
  const { t } = useMessages();
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name: 'secret' });
  return (
    <Field label={label} error={error} help={secret.kind === 'none' ? undefined : t('sign-in-methods.provider.secret.kept')}>
      {(control) => (
        <PasswordInput
          {...control}
          ref={ref}
          what="key"
          canReveal={value !== ''}
          dir="ltr"
          autoComplete="off"
          placeholder={placeholder(secret)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}

function placeholder(secret: ProviderSecret): string {
  if (secret.kind === 'none') return '';
  return secret.kind === 'stored' ? `••••••••${secret.lastFour ?? ''}` : '••••••••';
}
