import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { featureSince } from '#contract/features.ts';
import type { ContactChannel, ServerUser } from '#contract/service/models/user-models.ts';
import { type OAuthProviderList, useOAuthProviders } from '#data/connected-accounts.ts';
import { useAddEmail, useEmails } from '#data/emails.ts';
import { useCurrentProject, useDetection } from '#data/project.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import type { UserOf } from '#data/users.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { restrictionOf } from '#lib/rules/restriction.ts';
import { providerAccounts } from '#lib/rules/sign-in-method-removal.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ApiKeys } from '#parts/api-keys/api-keys.tsx';
import { AccountsSection } from '#parts/connected-accounts/accounts-section.tsx';
import { type ConnectedAccount, connectedAccounts } from '#parts/connected-accounts/connected-accounts.ts';
import { EmailSection } from '#parts/emails/email-section.tsx';
import { newEmail, newEmailErrors } from '#parts/emails/new-email.ts';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { SwitchField } from '#parts/form/switch-field.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useCallForm } from '#parts/form/use-call-form.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { MethodsSkeleton } from '#parts/sign-in-methods/methods-skeleton.tsx';
import { SettingRowSkeleton } from '#parts/sign-in-methods/setting-row.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { AddAccountDialog } from './add-account-dialog';
import type { MethodUser } from './method-user';
import { MethodsSection } from './methods-section';
import { SignInEmailsSection } from './sign-in-emails-section';
import styles from './user-sign-in.module.css';

interface UserSignInProps {
  connectionId: string;
  user: ServerUser;
}

/** Sign-in methods of a user, and the changes that a project admin can make. */
export function UserSignIn({ connectionId, user }: UserSignInProps) {
  const { id: userId } = user;
  const of = { actor: 'project', connectionId, userId } as const;
  const emails = useEmails(of);
  const project = useCurrentProject(connectionId);
  const features = useConnection(connectionId)?.features;
  // What fails shows below: the service can't be reached. The features arrive with the connection.
  useDetection(connectionId, features === null);
  const hasObjects = features?.['oauth-providers'] === true;
  const hasProviders = user.oauth_providers.length > 0;
  const listed = useOAuthProviders(of, hasObjects && hasProviders);
  const all = [emails, project, ...(hasProviders && hasObjects ? [listed] : [])];
  const error = all.find((query) => query.error !== null)?.error ?? null;
  const retry = () => void Promise.all(all.map((query) => query.error && query.refetch()));
  const failure = error && { report: reportOf(error), onRetry: retry, busy: all.some(({ isFetching }) => isFetching) };
  const providers = hasProviders && hasObjects ? listed.data : noProviders;
  if (emails.data === undefined || project.data === undefined || providers === undefined)
    return failure ? <ErrorState {...failure} /> : <Loading />;
  const { config } = project.data;
  const items = hasObjects ? providers.items : undefined;
  const accounts = connectedAccounts(user, items);
  const enabled = config.enabled_oauth_providers.map(({ id }) => id);
  const setup = { user, emails: emails.data.items, providers: providerAccounts(user, items), config };
  return (
    <Sections>
      {failure && <OutdatedMessage {...failure} />}
      <RestrictionCallout user={user} />
      <Parts connectionId={connectionId} user={user} config={config} emails={emails.data} setup={setup}>
        <AccountsSection
          of={of}
          accounts={accounts}
          omitted={providers.omitted}
          providers={enabled}
          setup={setup}
          connect={<AddAccountButton connectionId={connectionId} userId={userId} accounts={accounts} providers={enabled} />}
        />
      </Parts>
    </Sections>
  );
}

const noProviders: OAuthProviderList = { items: [] };

function Parts({ children, ...of }: MethodUser & { children: ReactNode }) {
  const { t } = useMessages();
  const { connectionId, user, emails, setup } = of;
  const owner = { of: { actor: 'project', connectionId, userId: user.id }, setup } as const;
  return (
    <>
      <EmailSection
        owner={owner}
        emails={emails}
        dialogFor={({ kind }, close) => kind === 'add' && <AddUserEmailDialog of={owner.of} emails={emails.items} onClose={close} />}
      />
      <MethodsSection {...of} />
      <SignInEmailsSection {...of} />
      {children}
      <PageSection title={t('users.keys.title')} text={t('users.keys.text')}>
        <Card className={styles.keys}>
          <ApiKeys owner={{ kind: 'user', actor: 'project', connectionId, userId: user.id }} />
        </Card>
      </PageSection>
    </>
  );
}

function Loading() {
  const { t } = useMessages();
  return (
    <Sections>
      <LoadingStatus />
      <PageSection title={t('own-emails.title')} text={t('users.emails.text')}>
        <Card>
          <SettingRowSkeleton width={180} />
        </Card>
      </PageSection>
      <MethodsSkeleton text={t('users.methods.text')} />
    </Sections>
  );
}

function Sections({ children }: { children: ReactNode }) {
  return <div className={styles.sections}>{children}</div>;
}

/** Says that a user can’t use all of the project, and what would change that. */
function RestrictionCallout({ user }: { user: ServerUser }) {
  const messages = useMessages();
  const { t } = messages;
  const restriction = restrictionOf(user, messages);
  if (restriction === null || restriction.type === 'anonymous') return null;
  return (
    <Callout tone="warn" title={<bdi>{t('users.restricted', { reason: restriction.reason })}</bdi>}>
      {t(remedies[restriction.type])}
    </Callout>
  );
}

const remedies = {
  email_not_verified: 'users.restricted.verify',
  restricted_by_administrator: 'users.restricted.by-admin',
  other: 'users.restricted.read-only',
} as const;

interface AddAccountButtonProps {
  connectionId: string;
  userId: string;
  accounts: readonly ConnectedAccount[];
  /** IDs of the providers that the project has enabled. */
  providers: readonly string[];
}

/** Adds an account at a provider to a user, without the user. */
function AddAccountButton(props: AddAccountButtonProps) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Plus} disabledReason={useAddReason(props)} onClick={() => setOpen(true)}>
        {t('users.connected.add')}
      </Button>
      {isOpen && <AddAccountDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Returns why no account can be added; undefined where one can. */
function useAddReason({ connectionId, providers }: AddAccountButtonProps): string | undefined {
  const { t } = useMessages();
  const hasObjects = useConnection(connectionId)?.features?.['oauth-providers'];
  const readOnly = useReadOnlyReason(connectionId);
  if (hasObjects === false) return t('users.connected.add.release', { release: featureSince['oauth-providers'] });
  if (hasObjects === undefined) return t('users.connected.add.unknown-release');
  return readOnly ?? (providers.length === 0 ? t('connected.no-providers') : undefined);
}

interface AddUserEmailDialogProps {
  of: UserOf;
  emails: readonly ContactChannel[];
  onClose: () => void;
}

const flags = { isPrimary: z.boolean(), isUsed: z.boolean(), isVerified: z.boolean() };

/** Adds an address with the state that the project admin chooses. Sends no email. */
function AddUserEmailDialog({ of, emails, onClose }: AddUserEmailDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(of.connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const { mutateAsync: add } = useAddEmail(of);
  const form = useCallForm({
    stored: { value: '', isPrimary: !emails.some(({ is_primary }) => is_primary), isUsed: true, isVerified: false },
    fields: {
      value: { label: t('own-emails.address') },
      isVerified: { label: t('own-emails.verified') },
      isUsed: { label: t('own-emails.column.sign-in') },
      isPrimary: { label: t('own-emails.primary') },
    },
    schema: z.strictObject({ value: newEmail(emails, 'users.emails.known'), ...flags }),
    toInput: (values) => ({ ...values, value: values.value.trim() }),
    errorFields: newEmailErrors,
    isNew: true,
    async save(input) {
      await add(input);
      show({ tone: 'good', title: ({ t }) => t('own-emails.added', { email: input.value }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('own-emails.add')}
      description={t('users.emails.add.text')}
      environment={environment}
      actionLabel={t('own-emails.add')}
      busy={form.isSaving}
      onClose={onClose}
      onSubmit={form.save}
    >
      <TextField form={form} name="value" isEmail autoComplete="off" maxLength={320} />
      <SwitchField form={form} name="isVerified" help={t('users.emails.add.verified')} />
      <SwitchField form={form} name="isUsed" help={t('users.emails.add.used')} />
      <SwitchField form={form} name="isPrimary" help={t('users.emails.add.primary')} />
      <FailureLine report={form.failure} unknown="own-emails.add.unknown" />
    </FormDialog>
  );
}
