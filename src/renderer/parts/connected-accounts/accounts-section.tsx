import { Plug } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Omitted } from '#contract/definitions.ts';
import { useDisconnect } from '#data/connected-accounts.ts';
import { useConnection } from '#data/topics.ts';
import type { UserOf } from '#data/users.ts';
import { useFocusWhenClosed } from '#lib/return-focus.ts';
import type { SignInSetup } from '#lib/rules/sign-in-method-removal.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { OwnUserCallout } from '../removal/own-user-callout';
import { useRemovalEffect } from '../sign-in-methods/use-removal-effect';
import { AccountRow } from './account-row';
import { accountTexts } from './account-texts';
import type { ConnectedAccount } from './connected-accounts';
import { TokenDialog } from './token-dialog';

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
          isOnly={accounts.filter(({ provider }) => provider === open.account.provider).length === 1}
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
