import { Lock, Plug } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Omitted } from '#contract/definitions.ts';
import { featureSince } from '#contract/features.ts';
import { useChangeSignInUse, useDisconnect } from '#data/connected-accounts.ts';
import { useSignInChangeReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import type { UserOf } from '#data/users.ts';
import { useFocusWhenClosed } from '#lib/return-focus.ts';
import type { SignInSetup } from '#lib/rules/sign-in-method-removal.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { ProviderIcon } from '#ui/data/provider-icon.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { OwnUserCallout } from '../removal/removal-callouts';
import { GuardedSwitch } from '../sign-in-methods/guarded-switch';
import { useRemovalEffect } from '../sign-in-methods/use-removal-effect';
import { accountTexts } from './account-texts';
import { type ConnectedAccount, signInRival } from './connected-accounts';
import styles from './connected-accounts.module.css';
import { ReconnectButton } from './reconnect-button';
import { TokenDialog } from './token-dialog';

interface AccountRowProps {
  of: UserOf;
  account: ConnectedAccount;
  /** All connected accounts of the user. */
  accounts: readonly ConnectedAccount[];
  /** Whether the project has the provider enabled. */
  isEnabled: boolean;
  setup: SignInSetup | undefined;
  onCheck: () => void;
  onDisconnect: () => void;
}

/** One connected account. Why it can’t be disconnected is shown in a line. */
function AccountRow({ of, account, accounts, isEnabled, setup, onCheck, onDisconnect }: AccountRowProps) {
  const { connectionId } = of;
  const { t } = useMessages();
  const name = providerName(account.provider);
  const reason = useDisconnectReason(of, account.id, setup);
  const address = account.email ?? account.accountId ?? undefined;
  const off = isEnabled ? undefined : t('connected.provider-off');
  return (
    <CardRow className={styles.row} role="listitem">
      <ProviderIcon id={account.provider} name={name} />
      <div className={styles.words}>
        <div className={styles.name}>
          <bdi>{name}</bdi>
          {!isEnabled && <Badge tone="warn">{t('connected.off')}</Badge>}
        </div>
        <span className={styles.detail}>{address === undefined ? t('connected.no-email') : <bdi dir="ltr">{address}</bdi>}</span>
        {reason !== undefined && <p className={styles.reason}>{reason}</p>}
        <SignInUse of={of} account={account} accounts={accounts} setup={setup} />
      </div>
      <div className={styles.tools}>
        <Button
          size="sm"
          disabledReason={off ?? (account.allowsTokens ? undefined : t('connected.token.not-allowed'))}
          aria-label={t('connected.token.of', { provider: name })}
          onClick={onCheck}
        >
          {t('connected.token')}
        </Button>
        {of.actor === 'account' && <ReconnectButton connectionId={connectionId} provider={account.providerId} disabledReason={off} />}
        <Button size="sm" disabledReason={reason} aria-label={t('connected.disconnect.of', { provider: name })} onClick={onDisconnect}>
          {t('connected.disconnect')}
        </Button>
      </div>
    </CardRow>
  );
}

/** Returns why an account can’t be disconnected; undefined where it can. */
function useDisconnectReason({ actor, connectionId }: UserOf, id: string, setup: SignInSetup | undefined): string | undefined {
  const { t } = useMessages();
  const removal = useRemovalEffect(actor, setup)({ kind: 'provider', id });
  const readOnly = useSignInChangeReason(connectionId);
  const canDisconnect = useConnection(connectionId)?.features?.['oauth-providers'];
  if (canDisconnect === false) return t('connected.disconnect.release', { release: featureSince['oauth-providers'] });
  if (canDisconnect === undefined) return t('connected.disconnect.unknown');
  if (readOnly !== undefined) return readOnly;
  return removal.blocked;
}

interface SignInUseProps {
  of: UserOf;
  account: ConnectedAccount;
  /** All connected accounts of the user. */
  accounts: readonly ConnectedAccount[];
  setup: SignInSetup | undefined;
}

/** Whether an account is used for sign-in, which takes effect at once. */
function SignInUse({ of, account, accounts, setup }: SignInUseProps) {
  const { t } = useMessages();
  const { mutateAsync: change } = useChangeSignInUse(of);
  const removal = useRemovalEffect(of.actor, setup)({ kind: 'provider', id: account.id });
  const lack = useSignInUseLack(of, account, accounts);
  const reason = lack ?? (account.allowsSignIn ? removal.blocked : undefined);
  return (
    <span className={styles.use}>
      <GuardedSwitch
        connectionId={of.connectionId}
        label={t('connected.sign-in.of', { provider: providerName(account.provider) })}
        isOn={account.allowsSignIn}
        removal={removal}
        disabledReason={lack}
        onChange={(isUsed) => change({ id: account.id, isUsed })}
      />
      <span aria-hidden="true">{t('connected.sign-in')}</span>
      {reason !== undefined && <Icon of={Lock} size={14} />}
    </span>
  );
}

/** Returns why the use for sign-in can’t be changed, apart from the rule of the last sign-in method; undefined where it can. */
function useSignInUseLack(of: UserOf, account: ConnectedAccount, accounts: readonly ConnectedAccount[]): string | undefined {
  const { t } = useMessages();
  const readOnly = useSignInChangeReason(of.connectionId);
  const hasObjects = useConnection(of.connectionId)?.features?.['oauth-providers'];
  if (hasObjects === false) return t('connected.sign-in.release', { release: featureSince['oauth-providers'] });
  if (hasObjects === undefined) return t('connected.sign-in.unknown');
  if (readOnly !== undefined || account.allowsSignIn) return readOnly;
  const rival = signInRival(account, accounts);
  return rival && t(accountTexts[of.actor].rival, { provider: providerName(rival.provider) });
}

interface AccountsSectionProps {
  of: UserOf;
  accounts: readonly ConnectedAccount[];
  /** What was left out of the service’s list. */
  omitted: Omitted | undefined;
  /** IDs of the providers that the project has enabled. */
  providers: readonly string[];
  setup: SignInSetup | undefined;
  /** The button that connects another account. */
  connect?: ReactNode;
}

/** The connected accounts, and what can be done with each. */
export function AccountsSection({ of, accounts, omitted, providers, setup, connect }: AccountsSectionProps) {
  const { t } = useMessages();
  const [open, setOpen] = useState<{ readonly dialog: 'disconnect' | 'token'; readonly account: ConnectedAccount } | null>(null);
  const list = useFocusWhenClosed(open?.dialog === 'disconnect');
  const close = () => setOpen(null);
  const texts = accountTexts[of.actor];
  return (
    <PageSection title={t('connected.title')} text={t(texts.text)} action={accounts.length > 0 && connect}>
      <Card ref={list} tabIndex={-1} role={accounts.length > 0 ? 'list' : undefined} aria-label={t('connected.title')}>
        {accounts.length === 0 && omitted === undefined && (
          <NoAccounts hasProviders={providers.length > 0} text={t(texts.noneText)} action={connect} />
        )}
        {accounts.map((account) => (
          <AccountRow
            key={account.id}
            of={of}
            account={account}
            accounts={accounts}
            isEnabled={providers.includes(account.provider)}
            setup={setup}
            onCheck={() => setOpen({ dialog: 'token', account })}
            onDisconnect={() => setOpen({ dialog: 'disconnect', account })}
          />
        ))}
      </Card>
      <OmittedNote omitted={omitted} />
      {open?.dialog === 'disconnect' && <DisconnectDialog of={of} account={open.account} setup={setup} onClose={close} />}
      {open?.dialog === 'token' && (
        <TokenDialog
          of={of}
          account={open.account}
          isOnly={accounts.filter(({ providerId }) => providerId === open.account.providerId).length === 1}
          onClose={close}
        />
      )}
    </PageSection>
  );
}

function NoAccounts({ hasProviders, text, action }: { hasProviders: boolean; text: string; action: ReactNode }) {
  const { t } = useMessages();
  if (!hasProviders) return <EmptyState icon={Plug} title={t('connected.no-providers')} text={t('connected.no-providers.text')} />;
  return <EmptyState icon={Plug} title={t('connected.none')} text={text} action={action} />;
}

interface DisconnectDialogProps {
  of: UserOf;
  account: ConnectedAccount;
  setup: SignInSetup | undefined;
  onClose: () => void;
}

/** Asks before an account is disconnected. */
function DisconnectDialog({ of, account, setup, onClose }: DisconnectDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(of.connectionId)?.environment;
  const { mutateAsync: disconnect } = useDisconnect(of);
  const texts = accountTexts[of.actor];
  const { warning } = useRemovalEffect(of.actor, setup)({ kind: 'provider', id: account.id });
  const provider = providerName(account.provider);
  const confirm = async () => {
    await disconnect(account.id);
    show({ tone: 'good', title: ({ t }) => t('connected.disconnected', { provider }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t(texts.title, { provider })}
      consequence={[t(account.allowsSignIn ? texts.consequence : texts.consequenceTokens, { provider }), warning].filter(Boolean).join(' ')}
      confirmLabel={t('connected.disconnect')}
      danger
      environment={environment}
      onConfirm={confirm}
    >
      <OwnUserCallout of={of} />
    </ConfirmDialog>
  );
}
