import { useMutation } from '@tanstack/react-query';
import type { NewProviderAccount } from '#contract/service/oauth.ts';
import { service } from '#data/api.ts';
import { addAccountOnce, useReadAccountsAgain } from '#data/connected-accounts.ts';
import { useConnection } from '#data/topics.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { ConnectedAccount } from '#parts/connected-accounts/connected-accounts.ts';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { SelectField } from '#parts/form/select-field.tsx';
import { SwitchField } from '#parts/form/switch-field.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useCallForm } from '#parts/form/use-call-form.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { accountErrorFields, accountSchema, type NewAccountValues, signInAccountOf, toNewAccount } from './new-account';

interface AddAccountDialogProps {
  connectionId: string;
  userId: string;
  accounts: readonly ConnectedAccount[];
  providers: readonly string[];
  onClose: () => void;
}

/** Adds an account at a provider by its ID there. */
export function AddAccountDialog({ connectionId, userId, accounts, providers, onClose }: AddAccountDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const { mutateAsync: add } = useAddProviderAccount(connectionId, userId);
  const stored: NewAccountValues = {
    provider_config_id: providers[0] ?? '',
    account_id: '',
    email: '',
    allow_sign_in: true,
    allow_connected_accounts: true,
  };
  const form = useCallForm({
    stored,
    isNew: true,
    fields: {
      provider_config_id: { label: t('users.connected.add.provider') },
      account_id: {
        label: t('users.create.account.id'),
        missing: t('users.connected.add.id.missing'),
        invalid: t('users.connected.add.known'),
      },
      email: { label: t('users.create.account.email') },
      allow_sign_in: { label: t('users.connected.add.sign-in') },
      allow_connected_accounts: { label: t('users.connected.add.tokens') },
    },
    schema: accountSchema(accounts),
    toInput: (values) => toNewAccount(values, accounts),
    errorFields: accountErrorFields(providers),
    async save(account) {
      await add(account);
      show({ tone: 'good', title: ({ t }) => t('users.connected.added', { provider: providerName(account.provider_config_id) }) });
      onClose();
    },
  });
  const provider = form.values.provider_config_id;
  const rival = signInAccountOf(provider, accounts);
  const options = providers.map((value) => {
    const name = providerName(value);
    const isConnected = accounts.some((account) => account.provider === value);
    return { value, label: isConnected ? t('users.connected.add.present', { provider: name }) : name };
  });
  return (
    <FormDialog
      title={t('users.connected.add')}
      description={t('users.connected.add.text')}
      environment={environment}
      actionLabel={t('users.connected.add')}
      busy={form.isSaving}
      onClose={onClose}
      onSubmit={form.save}
    >
      <SelectField form={form} name="provider_config_id" options={options} />
      <TextField form={form} name="account_id" isCode autoComplete="off" help={t('users.connected.add.id.help')} />
      <TextField form={form} name="email" isEmail autoComplete="off" maxLength={320} />
      <SwitchField
        form={form}
        name="allow_sign_in"
        help={t('users.connected.add.sign-in.help')}
        disabledReason={rival && t('users.connected.rival', { provider: providerName(provider) })}
      />
      <SwitchField form={form} name="allow_connected_accounts" help={t('users.connected.add.tokens.help')} />
      <FailureLine report={form.failure} unknown="users.connected.add.unknown" />
    </FormDialog>
  );
}

/** Adds an account by its ID at the provider, and reads the user and the accounts again in any case. */
function useAddProviderAccount(connectionId: string, userId: string) {
  const project = { actor: 'project', connectionId } as const;
  const readAgain = useReadAccountsAgain({ ...project, userId });
  return useMutation({
    mutationFn: (account: Omit<NewProviderAccount, 'user_id'>) =>
      addAccountOnce(account, {
        send: () => service.oauth.addProvider({ ...project, body: { ...account, user_id: userId } }),
        list: async () => (await service.oauth.providers({ ...project, query: { user_id: userId } })).items,
      }),
    onSettled: readAgain,
  });
}
